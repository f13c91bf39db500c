import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { type VirtualColumn, VirtualTable } from '../../../ui/lists/virtual-table.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './object-page.module.css';
import { ALL_SCHEMAS, USUAL_SCHEMA, useObjectSearch } from './object-search.ts';
import { SchemaChoice } from './schema-choice.tsx';
import { systemReason } from './system-schemas.ts';
import type { Paged } from './use-paged.ts';

interface ObjectPageProps<Item> {
  projectRef: string;
  title: string;
  description: ReactNode;
  /** What is listed, such as `['function', 'functions']`. */
  noun: readonly [string, string];
  list: Paged<Item>;
  columns: readonly VirtualColumn<Item>[];
  idOf: (item: Item) => string;
  /** What a search looks at. */
  textOf: (item: Item) => string;
  hasSchemas?: boolean;
  /** Beside the search. */
  filters?: ReactNode;
  spanning?: (item: Item) => ReactElement | null;
  actions?: ReactNode;
  /** Said where there is nothing, with the first thing to do. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Above the list. */
  notice?: ReactNode;
  /** The panels and dialogs of the page. */
  children?: ReactNode;
}

/** A page that lists objects of one kind: found by name and schema, which are in the address. */
export function ObjectPage<Item>(props: ObjectPageProps<Item>) {
  const { projectRef, title, description, noun, list, hasSchemas = false, filters, actions, notice } = props;
  const [{ q = '', schema = USUAL_SCHEMA }, change] = useObjectSearch();
  const system = hasSchemas && schema !== ALL_SCHEMAS ? systemReason(schema) : null;
  return (
    <Page title={title} description={description} actions={actions}>
      <search className={classes.filters}>
        <div className={classes.search}>
          <DebouncedSearch
            label={`Search ${noun[1]}`}
            value={q}
            onChange={(next) => change({ q: next === '' ? undefined : next })}
          />
        </div>
        {hasSchemas && (
          <div className={classes.choice}>
            <SchemaChoice projectRef={projectRef} />
          </div>
        )}
        {filters}
      </search>
      {system !== null && <Notice tone="info">{system}</Notice>}
      {notice}
      {list.items === undefined && list.error !== null && (
        <ErrorState error={list.error} title={`The ${noun[1]} could not be loaded`} onRetry={list.retry} />
      )}
      {list.items === undefined && list.error === null && (
        <div role="status" aria-label={`Loading ${noun[1]}`}>
          <Skeleton height={33 + 6 * 44} radius={10} />
        </div>
      )}
      {list.items !== undefined && <Found {...props} items={list.items} />}
      {props.children}
    </Page>
  );
}

function Found<Item>(props: ObjectPageProps<Item> & { items: readonly Item[] }) {
  const { items, noun, list, columns, idOf, textOf, spanning, empty, title } = props;
  const [{ q = '', open = null }, change] = useObjectSearch();
  const wanted = q.trim().toLowerCase();
  const found = wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
  if (items.length === 0) return <EmptyState {...empty} />;
  if (found.length === 0 && !list.isComplete && list.error === null)
    return (
      <div role="status" aria-label={`Searching ${noun[1]}`}>
        <Skeleton height={33 + 44} radius={10} />
      </div>
    );
  if (found.length === 0)
    return (
      <EmptyState
        title={`No ${noun[0]} matches`}
        text="Try another part of the name, or another schema."
        action={<Button onClick={() => change({ q: undefined })}>Show all {noun[1]}</Button>}
      />
    );
  return (
    <div className={classes.found}>
      <VirtualTable
        label={title}
        columns={columns}
        rows={found}
        rowKey={idOf}
        openKey={open}
        {...(spanning === undefined ? {} : { spanning })}
        onEnd={list.more}
      />
      <p className={classes.count} aria-live="polite">
        {countText(found.filter((item) => spanning?.(item) == null).length, list.isComplete, noun)}
      </p>
      {list.error !== null && (
        <ErrorState
          error={list.error}
          title="The rest of the list could not be loaded"
          onRetry={list.retry}
        />
      )}
    </div>
  );
}

function countText(count: number, isComplete: boolean, [one, many]: readonly [string, string]): string {
  const number = count.toLocaleString('en');
  if (!isComplete) return `${number} ${many}, and more`;
  return `${number} ${count === 1 ? one : many}`;
}
