import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './usage.module.css';

interface UsageBodyProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  children: (data: Data) => ReactNode;
}

/** The figures once they are there; until then their place, or why they are not. */
export function UsageBody<Data>({ query, children }: UsageBodyProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data !== undefined)
    return (
      <div className={classes.usage} data-stale={isPlaceholderData || undefined}>
        {children(data)}
      </div>
    );
  if (error !== null)
    return <ErrorState error={error} title="The usage could not be loaded" onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading the usage">
      <Skeleton height={700} />
    </div>
  );
}
