import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { RowMenu, type RowMenuEntry } from '../../ui/menus/row-menu.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './entry-list.module.css';

interface EntryListProps<Entry extends { created_at: string }> {
  title: string;
  found: Pick<UseQueryResult<unknown>, 'error' | 'refetch'>;
  /** Undefined: not loaded yet. */
  entries: readonly Entry[] | undefined;
  entryKey: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
  /** What stands under the name. */
  linesOf: (entry: Entry) => readonly string[];
  /** What one is, as the heading of their names. */
  header: string;
  /** Between the name and when it was added. */
  columns: ReadonlyArray<DataTableColumn<Entry>>;
  empty: { title: string; text: string };
  /** Null: whoever looks may not change anything. */
  change: { add: string; onAdd: () => void; menu: (entry: Entry) => readonly RowMenuEntry[] } | null;
  /** What belongs to the list, such as dialogs. */
  children: ReactNode;
}

/** Things of one kind that are added, changed and removed, as a section of a page of settings. */
export function EntryList<Entry extends { created_at: string }>(props: EntryListProps<Entry>) {
  const { title, found, entries, nameOf, linesOf, change } = props;
  const noun = title.toLowerCase();
  const add = change !== null && <Button onClick={change.onAdd}>{change.add}</Button>;
  return (
    <Section title={title} actions={entries !== undefined && entries.length > 0 && add}>
      {entries === undefined && found.error !== null && (
        <ErrorState
          error={found.error}
          title={`The ${noun} could not be loaded`}
          onRetry={() => void found.refetch()}
        />
      )}
      {entries === undefined && found.error === null && (
        <div role="status" aria-label={`Loading ${noun}`}>
          <Skeleton height={160} radius={10} />
        </div>
      )}
      {entries?.length === 0 && <EmptyState {...props.empty} action={add} />}
      {entries !== undefined && entries.length > 0 && (
        <DataTable<Entry>
          label={title}
          rows={entries}
          rowKey={props.entryKey}
          columns={[
            {
              key: 'name',
              header: props.header,
              render: (entry) => (
                <div className={classes.entry}>
                  <bdi>{nameOf(entry)}</bdi>
                  {linesOf(entry).map((line) => (
                    <div key={line} className={classes.quiet}>
                      <bdi>{line}</bdi>
                    </div>
                  ))}
                </div>
              ),
            },
            ...props.columns,
            {
              key: 'when',
              header: 'Added',
              width: 120,
              isMinor: true,
              render: ({ created_at }) => <TimeAgo date={created_at} />,
            },
            ...(change === null
              ? []
              : [
                  {
                    key: 'menu',
                    header: <span className="visually-hidden">Actions</span>,
                    width: 48,
                    render: (entry: Entry) => (
                      <RowMenu label={`Actions for ${nameOf(entry)}`} entries={() => change.menu(entry)} />
                    ),
                  },
                ]),
          ]}
        />
      )}
      {props.children}
    </Section>
  );
}
