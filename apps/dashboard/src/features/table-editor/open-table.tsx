import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { usePageName } from '../../lib/pages/page-title.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './open-table.module.css';
import { Definition } from './panels/definition.tsx';
import { TableRows } from './table-rows.tsx';
import type { OpenTab } from './tables/open-tabs.ts';
import { TableHead } from './tables/table-head.tsx';
import { useTableView } from './view/use-table-view.ts';

interface OpenTableProps {
  projectRef: string;
  tableId: string;
  /** Tells what the table is called, once that is known. */
  onKnown: (tab: OpenTab) => void;
  /** Closes a table that is not there any more. */
  onGone: () => void;
  /** What else can be done with the table. */
  actions?: ReactNode;
}

/** One table: what it is, and its rows or its definition. */
export function OpenTable({ projectRef, tableId, onKnown, onGone, actions }: OpenTableProps) {
  const navigate = useNavigate();
  const { view: shown } = useSearch({ from: '/signed-in/project/$ref/editor/$id' });
  const {
    data: table,
    error,
    refetch,
  } = useQuery({
    ...orpc.tableRows.table.queryOptions({ input: { ref: projectRef, id: tableId } }),
    retry: false,
    refetchOnMount: 'always',
  });
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (table !== undefined) tell({ id: tableId, schema: table.schema, name: table.name, kind: table.kind });
  }, [table, tableId]);
  usePageName(table?.name ?? null);
  const view = useTableView(projectRef, table);

  if (error !== null && toApiError(error).code === 'not_found')
    return (
      <div className={classes.state}>
        <EmptyState
          title="This table is gone"
          text="It was dropped, or you cannot see it any more."
          action={<Button onClick={onGone}>Close it</Button>}
        />
      </div>
    );
  if (table === undefined)
    return (
      <div className={classes.state}>
        {error === null ? (
          <div role="status" aria-label="Loading the table" className={classes.loading}>
            <Skeleton height={30} lines={8} />
          </div>
        ) : (
          <ErrorState error={error} title="The table could not be loaded" onRetry={() => void refetch()} />
        )}
      </div>
    );
  return (
    <>
      <TableHead
        projectRef={projectRef}
        table={table}
        actions={actions}
        shown={shown === 'definition' ? 'definition' : 'rows'}
        onShow={(next) =>
          void navigate({
            to: '.',
            search: (before: object) =>
              ({ ...before, view: next === 'definition' ? next : undefined }) as never,
          })
        }
      />
      {shown === 'definition' ? (
        <Definition projectRef={projectRef} table={table} />
      ) : (
        <TableRows projectRef={projectRef} table={table} view={view} onRefresh={() => void refetch()} />
      )}
    </>
  );
}
