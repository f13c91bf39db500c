import type { RecordedStatement } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { PlanTree } from '../../ui/plan-tree/plan-tree.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { Advice } from './index-advice.tsx';
import { figuresOf } from './statement-figures.ts';
import classes from './statement-page.module.css';

interface StatementPageProps {
  projectRef: string;
  id: string;
  onBack: () => void;
}

/** One statement: its text, its figures, how the database goes about it, and what might help. */
export function StatementPage({ projectRef: ref, id, onBack }: StatementPageProps) {
  const statement = useQuery(orpc.queryPerformance.get.queryOptions({ input: { ref, id } }));
  const openSnippet = useOpenSnippet(ref);
  const { data } = statement;
  return (
    <Page
      title="Statement"
      description="With all its runs together, since the statistics began."
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} stroke={1.75} aria-hidden="true" />} onClick={onBack}>
            All statements
          </Button>
          {data !== undefined && (
            <Button onClick={() => openSnippet(data.query, 'A recorded statement')}>
              Open in SQL editor
            </Button>
          )}
        </>
      }
    >
      {statement.isError && (
        <ErrorState
          error={statement.error}
          title="The statement could not be loaded"
          onRetry={() => void statement.refetch()}
        />
      )}
      {data === undefined && !statement.isError && (
        <div role="status" aria-label="Loading the statement">
          <Skeleton height={300} radius={10} />
        </div>
      )}
      {data !== undefined && (
        <>
          <StatementText statement={data} />
          <Section title="Figures">
            <Figures statement={data} />
          </Section>
          <PlanSection projectRef={ref} id={id} />
        </>
      )}
    </Page>
  );
}

/** The text in lines, once the formatter is there; as it was recorded where it is not understood. */
function StatementText({ statement: { query, is_cut } }: { statement: RecordedStatement }) {
  const { data: formatted } = useQuery({
    queryKey: ['formatted-statement', query],
    queryFn: async () => {
      const { formatSql } = await import('../../query/format-sql.ts');
      const done = await formatSql(query);
      return done.ok ? done.sql : query;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className={classes.stack}>
      <CodeBlock label="statement" value={formatted ?? query} wrap />
      {is_cut && <p className={classes.dim}>The text is longer than what is shown.</p>}
    </div>
  );
}

function Figures({ statement }: { statement: RecordedStatement }) {
  const figures = figuresOf(statement);
  return (
    <FactList
      facts={[
        { label: 'Role', value: statement.user },
        { label: 'Calls', value: figures.calls },
        { label: 'Total time', value: `${figures.total}, ${figures.share} of all statements` },
        {
          label: 'Time of one call',
          value: `${figures.mean} on average (${figures.min} to ${figures.max}, deviation ${figures.deviation})`,
        },
        { label: 'Rows per call', value: figures.rows },
        { label: 'Cache hit rate', value: `${figures.cacheHit} (${figures.read} read)` },
        { label: 'Temporary files', value: figures.temp },
        { label: 'WAL written', value: figures.wal },
        ...(statement.since === null
          ? []
          : [{ label: 'Counted since', value: <TimeAgo date={statement.since} /> }]),
      ]}
    />
  );
}

function PlanSection({ projectRef: ref, id }: { projectRef: string; id: string }) {
  const explained = useQuery({
    ...orpc.queryPerformance.explain.queryOptions({ input: { ref, id } }),
    staleTime: 60_000,
  });
  const { data, isError, error } = explained;
  return (
    <Section
      title="Plan"
      description={
        data === undefined
          ? 'How the database goes about it.'
          : `How the database goes about it for the role ${data.role}, whatever the values are. Nothing was run for this: costs are the planner’s.`
      }
    >
      {isError && (
        <ErrorState
          error={error}
          title="The plan could not be made"
          onRetry={() => void explained.refetch()}
        />
      )}
      {data === undefined && !isError && (
        <div role="status" aria-label="Making the plan">
          <Skeleton height={160} radius={10} />
        </div>
      )}
      {data !== undefined && (
        <div className={classes.stack}>
          {data.problem !== null && <p className={classes.dim}>{data.problem}</p>}
          {data.advice.map((advice) => (
            <Advice key={advice.sql} projectRef={ref} id={id} advice={advice} />
          ))}
          {data.plan !== null && <PlanTree json={data.plan} />}
        </div>
      )}
    </Section>
  );
}
