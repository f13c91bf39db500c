import type { LogPage, LogSource } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { type ChartWords, RequestChart } from '../../ui/charts/request-chart.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { LineList } from './line-list.tsx';
import { LineFilters } from './log-filters.tsx';
import { lineFilter, logSpan } from './log-question.ts';
import { SavedQueries } from './saved-queries.tsx';
import { useLineCounts, useLogLines } from './use-line-log.ts';
import { useLogSearch } from './use-log-search.ts';

const LINES: ChartWords = {
  one: 'line',
  many: 'lines',
  middle: ['warnings', 'Warnings'],
  foot: ['errors', 'Errors'],
};

const PAGES: Record<LogSource, { log: LogPage; title: string; description: string; nothing: string }> = {
  postgres: {
    log: 'postgres-logs',
    title: 'Postgres logs',
    description: 'What the database server of this project writes, newest first.',
    nothing:
      'Errors of statements, failed logins, starts and stops are kept for seven days. The text of statements is not: it may hold passwords.',
  },
  pooler: {
    log: 'pooler-logs',
    title: 'Pooler logs',
    description: 'Who connected to the database through the pooler, who left, and who was refused and why.',
    nothing:
      'Clients that use one of the addresses of the pooler appear here, for seven days. The direct connection is in the log of Postgres.',
  },
  functions: {
    log: 'edge-functions-logs',
    title: 'Edge function logs',
    description:
      'What all functions of this project write, and what becomes of their processes, newest first.',
    nothing: 'What functions write with console.log is kept for seven days and appears here a moment later.',
  },
  operations: {
    log: 'operations',
    title: 'Operations log',
    description: 'What the platform did to this project: when it began, how it ended, and for whom.',
    nothing: 'Pauses, restarts, backups, upgrades and the like appear here.',
  },
};

interface LineLogPageProps {
  projectRef: string;
  source: LogSource;
}

/** A log of a project that is made of lines. */
export function LineLogPage({ projectRef, source }: LineLogPageProps) {
  const { search, ask } = useLogSearch();
  const lines = useLogLines(projectRef, source, search);
  const counts = useLineCounts(projectRef, source, search);
  const { title, description } = PAGES[source];
  return (
    <Page title={title} description={description}>
      <LineFilters
        onRefresh={() => void Promise.all([lines.refetch(), counts.refetch()])}
        isRefreshing={lines.isRefetching}
        saved={<SavedQueries projectRef={projectRef} log={PAGES[source].log} />}
      />
      <Section title="Lines over time">
        {counts.data !== undefined && (
          <RequestChart
            counts={counts.data}
            words={LINES}
            isStale={counts.isPlaceholderData}
            onZoom={(from, to) =>
              ask({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), live: false })
            }
          />
        )}
        {counts.data === undefined && counts.error === null && <Skeleton height={174} />}
        {counts.data === undefined && counts.error !== null && (
          <ErrorState
            error={counts.error}
            title="The counts could not be loaded"
            onRetry={() => void counts.refetch()}
          />
        )}
      </Section>
      <LineList lines={lines} onReadOn={() => ask({ live: false })} empty={<NoLines source={source} />} />
    </Page>
  );
}

/** Why there is nothing in the log, and what to do about it. */
function NoLines({ source }: { source: LogSource }) {
  const { search, ask } = useLogSearch();
  if (Object.keys(lineFilter(search)).length > 0)
    return (
      <EmptyState
        title="No line matches"
        text="Try another word, another level or a longer time."
        action={<Button onClick={() => ask({ level: '', q: '' })}>Show all lines</Button>}
      />
    );
  const span = logSpan(search);
  const isLongest = span.kind === 'last' && span.value === '7d';
  return (
    <EmptyState
      icon={<IconListDetails size={28} stroke={1.5} />}
      title={isLongest ? 'Nothing was written yet' : 'Nothing was written in this time'}
      text={PAGES[source].nothing}
      action={
        !isLongest && (
          <Button onClick={() => ask({ range: '7d', from: '', to: '' })}>Look at the last 7 days</Button>
        )
      }
    />
  );
}
