import type { DatabaseReport } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useProject } from '../../api/use-project.ts';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/pages/section.tsx';
import sections from './sections.module.css';
import classes from './slow-queries-section.module.css';
import { explainSql, milliseconds } from './slow-query.ts';

type SlowQuery = NonNullable<DatabaseReport['slow_queries']>[number];

interface SlowQueriesSectionProps {
  projectRef: string;
  queries: DatabaseReport['slow_queries'];
  /** Why there are none. */
  missing: string | null;
}

const count = new Intl.NumberFormat('en');

/** The statements that the database spent most time on, each with a way to find out why. */
export function SlowQueriesSection({ projectRef, queries, missing }: SlowQueriesSectionProps) {
  const openSnippet = useOpenSnippet(projectRef);
  const { data: project } = useProject(projectRef);
  const explain = ({ query }: SlowQuery) =>
    openSnippet(explainSql(query, project?.postgres_version ?? ''), 'Explain a slow query');
  return (
    <Section
      title="Slowest queries"
      description="Since the statistics were last reset. Values in them are shown as $1, $2 …"
    >
      {queries === null ? (
        <p className={sections.text}>{missing ?? 'The statistics of statements are not available.'}</p>
      ) : (
        <DataTable
          label="Slowest queries"
          columns={columns(explain)}
          rows={queries.map((query, place) => ({ ...query, place }))}
          rowKey={({ place }) => place}
          empty="Nothing was recorded yet. Queries appear here once they have run."
        />
      )}
    </Section>
  );
}

function columns(explain: (query: SlowQuery) => void): DataTableColumn<SlowQuery>[] {
  return [
    {
      key: 'query',
      header: 'Query',
      render: (row) => (
        <div className={classes.query}>
          <code className={classes.sql} title={row.query}>
            {row.query.replace(/\s+/g, ' ')}
          </code>
          <CopyButton value={row.query} label="query" />
          <Button size="xs" onClick={() => explain(row)}>
            Explain in SQL editor
          </Button>
        </div>
      ),
    },
    number('calls', 'Calls', ({ calls }) => count.format(calls)),
    number('mean', 'Mean', (row) => milliseconds(row.mean_milliseconds)),
    number('max', 'Max', (row) => milliseconds(row.max_milliseconds)),
    number('total', 'Total', (row) => milliseconds(row.total_milliseconds)),
    { ...number('rows', 'Rows', ({ rows }) => count.format(rows)), isMinor: true },
    { key: 'user', header: 'User', isMinor: true, render: ({ user }) => <code>{user}</code> },
  ];
}

function number(key: string, header: string, render: (row: SlowQuery) => string): DataTableColumn<SlowQuery> {
  return {
    key,
    header,
    align: 'right',
    render: (row) => <span className={classes.number}>{render(row)}</span>,
  };
}
