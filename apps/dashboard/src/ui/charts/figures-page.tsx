import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ChoiceField } from '../fields/choice-field.tsx';
import { FactList } from '../lists/fact-list.tsx';
import { ErrorState } from '../pages/error-state.tsx';
import { Page } from '../pages/page.tsx';
import { Skeleton } from '../pages/skeleton.tsx';
import classes from './figures-page.module.css';

interface FiguresPageProps<Data> {
  title: string;
  description: string;
  /** The times that can be chosen, by their names in the address. */
  intervals: Readonly<Record<string, string>>;
  interval: string;
  onInterval: (interval: string) => void;
  found: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  /** Sums of all of the time. */
  totalsOf: (data: Data) => ReadonlyArray<readonly [label: string, total: number]>;
  /** Height of the charts in pixels, to hold their place. */
  height: number;
  /** The charts, which come on demand with what draws them. */
  children: (data: Data) => ReactNode;
}

const FACT = 30;

/** A page of figures over a time that is chosen: their sums and their charts. */
export function FiguresPage<Data>(props: FiguresPageProps<Data>) {
  const { intervals, interval, onInterval, found, totalsOf, height, children } = props;
  const { data, error, refetch, isPlaceholderData } = found;
  return (
    <Page
      title={props.title}
      description={props.description}
      actions={
        <ChoiceField
          label="Time"
          value={interval}
          options={Object.entries(intervals).map(([value, label]) => ({ value, label }))}
          onChange={onInterval}
        />
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The figures could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the figures">
          <Skeleton height={3 * FACT + height} />
        </div>
      )}
      {data !== undefined && (
        <div className={classes.figures} data-stale={isPlaceholderData || undefined}>
          <FactList
            facts={totalsOf(data).map(([label, total]) => ({
              label,
              value: <span data-numeric>{total.toLocaleString('en')}</span>,
            }))}
          />
          <Suspense fallback={<Skeleton height={height} />}>{children(data)}</Suspense>
        </div>
      )}
    </Page>
  );
}
