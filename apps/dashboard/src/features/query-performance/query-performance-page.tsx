import { STATEMENT_SORTS, type StatementSort } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './query-performance-page.module.css';
import { firstDirection, SORT_LABELS } from './statement-figures.ts';
import { StatementPage } from './statement-page.tsx';
import { StatementTable } from './statement-table.tsx';

/** What the address says of the page. */
export interface PerformanceSearch {
  sort?: StatementSort | undefined;
  order?: 'asc' | 'desc' | undefined;
  q?: string | undefined;
  user?: string | undefined;
  /** What the dashboard reads for its own pages too. */
  reads?: true | undefined;
  /** The statement that is looked at by itself. */
  statement?: string | undefined;
}

interface QueryPerformancePageProps {
  projectRef: string;
  search: PerformanceSearch;
  onSearch: (search: PerformanceSearch) => void;
}

const DENIED = 'You do not have the required permissions to change this database.';

/** What was run in the database, how often, and how long it took; or one statement with its plan. */
export function QueryPerformancePage(props: QueryPerformancePageProps) {
  const { projectRef, search, onSearch } = props;
  const { statement, ...list } = search;
  if (statement !== undefined)
    return (
      <StatementPage key={statement} projectRef={projectRef} id={statement} onBack={() => onSearch(list)} />
    );
  return <StatementList {...props} />;
}

function StatementList({ projectRef: ref, search, onSearch }: QueryPerformancePageProps) {
  const { sort = 'total', q = '', user = '', reads } = search;
  const order = search.order ?? firstDirection(sort);
  const list = useQuery({
    ...orpc.queryPerformance.list.queryOptions({
      input: {
        ref,
        sort,
        order,
        ...(q === '' ? {} : { search: q }),
        ...(user === '' ? {} : { user }),
        ...(reads === true ? { with_reads: true } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const users = data?.users ?? [];
  const narrow = (more: PerformanceSearch) => onSearch({ ...search, ...more });
  return (
    <Page
      title="Query performance"
      description="Statements that were run in this database, with all their runs together. Values in them are shown as $1, $2 …"
      actions={
        <>
          {data?.since && (
            <span className={classes.since}>
              Recorded since <TimeAgo date={data.since} />
            </span>
          )}
          <ResetButton projectRef={ref} isOffered={data?.missing === null} />
          <Button
            leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
            loading={list.isFetching && data !== undefined}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {list.isError && (
        <ErrorState
          error={list.error}
          title={
            toApiError(list.error).status === 403
              ? 'You cannot see what is run in this database'
              : 'The statements could not be loaded'
          }
          onRetry={() => void list.refetch()}
        />
      )}
      {data === undefined && !list.isError && (
        <div role="status" aria-label="Loading statements">
          <Skeleton height={360} radius={10} />
        </div>
      )}
      {data?.missing && <EmptyState title="Nothing is recorded" text={data.missing} />}
      {data !== undefined && data.missing === null && (
        <>
          <search className={classes.filters}>
            <div className={classes.search}>
              <DebouncedSearch
                label="Search statements"
                value={q}
                onChange={(next) => narrow({ q: next === '' ? undefined : next })}
              />
            </div>
            <ChoiceField
              label="Order"
              options={STATEMENT_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
              value={sort}
              onChange={(next) => {
                const chosen = STATEMENT_SORTS.find((one) => one === next);
                narrow({ sort: chosen === 'total' ? undefined : chosen, order: undefined });
              }}
            />
            <ChoiceField
              label="Role"
              options={[
                { value: 'own', label: 'Any role, without the dashboard' },
                { value: 'all', label: 'Any role' },
                ...[...new Set([...users, ...(user === '' ? [] : [user])])].map((name) => ({
                  value: `role ${name}`,
                  label: name,
                })),
              ]}
              value={user !== '' ? `role ${user}` : reads === true ? 'all' : 'own'}
              onChange={(next) =>
                narrow({
                  user: next.startsWith('role ') ? next.slice('role '.length) : undefined,
                  reads: next === 'all' || undefined,
                })
              }
            />
          </search>
          {data.evictions > 0 && (
            <Notice tone="info" title="Some statements are not here">
              More different statements were run than the server keeps: {data.evictions.toLocaleString('en')}{' '}
              times the ones that ran least were forgotten.
            </Notice>
          )}
          <StatementTable
            statements={data.statements}
            sort={sort}
            order={order}
            isStale={list.isPlaceholderData}
            onSort={(next, direction) =>
              narrow({ sort: next === 'total' ? undefined : next, order: direction })
            }
            onOpen={(id) => narrow({ statement: id })}
          />
          <p className={classes.count} role="status">
            {data.statements.length.toLocaleString('en')}{' '}
            {data.statements.length === 1 ? 'statement' : 'statements'}
            {data.is_cut && ', the first of more'}
          </p>
        </>
      )}
    </Page>
  );
}

function ResetButton({ projectRef, isOffered }: { projectRef: string; isOffered: boolean }) {
  const { data: project } = useProject(projectRef);
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const reset = useAction({
    mutation: orpc.queryPerformance.reset.mutationOptions(),
    done: 'The statistics start over',
    failed: (message) => `Failed to reset the statistics: ${message}`,
    onDone: async () => {
      setAsking(false);
      await client.invalidateQueries({ queryKey: orpc.queryPerformance.list.key() });
    },
  });
  if (!isOffered) return null;
  return (
    <>
      <GuardedButton
        reason={project?.abilities.run_sql === false ? DENIED : null}
        onClick={() => setAsking(true)}
      >
        Reset…
      </GuardedButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void reset.run({ ref: projectRef })}
        title="Reset the statistics?"
        confirmLabel="Reset"
        danger
        isRunning={reset.isRunning}
      >
        What was recorded of all statements of this database is forgotten, for everybody. Reports that show
        slow queries start over too.
      </ConfirmDialog>
    </>
  );
}
