import { type EdgeFunction, FUNCTION_LOG_LEVELS, type Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { zoneName } from '../../../lib/format/moment.ts';
import { presentParams } from '../../../lib/pages/search-params.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import list from '../../../ui/lists/log-lines.module.css';
import { LogTools } from '../../../ui/lists/log-tools.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { LogLine } from './log-line.tsx';
import { type FunctionLogSearch, LOG_TIMES, logStart, USUAL_TIME } from './log-search.ts';
import classes from './logs.module.css';

const PATH = '/project/$ref/functions/$slug/details';
const PAGE = 100;
/** New lines appear after this many milliseconds at most, while the log is live. */
const REFRESH = 2_000;

interface LogsPanelProps {
  project: Project;
  own: EdgeFunction;
}

/** What a function wrote and what became of its processes, newest first. */
export function LogsPanel({ project: { ref }, own: { slug } }: LogsPanelProps) {
  const { tab: _, ...search } = useSearch({ from: `/signed-in${PATH}` });
  const { live, ...question } = search;
  const { q, time = USUAL_TIME } = question;
  const level = FUNCTION_LOG_LEVELS.find((each) => each === search.level);
  const navigate = useNavigate({ from: PATH });
  const ask = (change: { [Key in keyof FunctionLogSearch]?: FunctionLogSearch[Key] | undefined }) =>
    void navigate({
      search: (before) => presentParams({ ...before, ...change }),
      replace: true,
    });
  const input = { ref, function_slug: slug };
  const log = useInfiniteQuery({
    queryKey: [...orpc.functionLogs.list.key({ input }), question],
    queryFn: ({ pageParam, signal }) =>
      api.functionLogs.list(
        {
          ...input,
          from: logStart(search, Date.now()),
          limit: PAGE,
          ...(level === undefined ? {} : { level }),
          ...(q === undefined ? {} : { search: q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: live === true && REFRESH,
  });
  const lines = log.data?.pages.flatMap((page) => page.lines) ?? [];
  const isFiltered = q !== undefined || level !== undefined;
  return (
    <>
      <search className={classes.filters}>
        <div className={classes.search}>
          <DebouncedSearch
            label="Search messages"
            value={q ?? ''}
            onChange={(text) => ask({ q: text || undefined })}
          />
        </div>
        <ChoiceField
          label="Level"
          value={level ?? ''}
          options={[
            { value: '', label: 'Any level' },
            ...FUNCTION_LOG_LEVELS.map((each) => ({ value: each, label: each })),
          ]}
          onChange={(next) => ask({ level: FUNCTION_LOG_LEVELS.find((each) => each === next) })}
        />
        <ChoiceField
          label="Time"
          value={time}
          options={LOG_TIMES.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => ask({ time: LOG_TIMES.find(({ value }) => value === next)?.value })}
        />
        <LogTools
          isLive={live === true}
          isRefreshing={log.isRefetching}
          onRefresh={() => void log.refetch()}
          onLive={(isLive) => ask({ live: isLive || undefined })}
        />
      </search>
      {log.data === undefined && log.error !== null && (
        <ErrorState
          error={log.error}
          title="The log could not be loaded"
          onRetry={() => void log.refetch()}
        />
      )}
      {log.data === undefined && log.error === null && (
        <div role="status" aria-label="Loading log">
          <Skeleton height={10 * 33} radius={10} />
        </div>
      )}
      {log.data !== undefined && lines.length === 0 && !log.hasNextPage && (
        <EmptyState
          title={isFiltered ? 'No line matches' : 'Nothing was written in this time'}
          text={
            isFiltered
              ? 'Try another word, another level or a longer time.'
              : 'What the function writes with console.log appears here a moment later, and what became of its processes.'
          }
          action={
            isFiltered && (
              <Button onClick={() => ask({ q: undefined, level: undefined })}>Show all lines</Button>
            )
          }
        />
      )}
      {lines.length > 0 && (
        <div className={list.list} data-stale={log.isPlaceholderData || undefined}>
          <p className={list.zone}>Times are in {zoneName(lines[0]?.at ?? Date.now())}, newest first.</p>
          <ul aria-label="Log lines">
            {lines.map((line, position) => (
              // Lines of the same moment may say the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, a line keeps its place
              <LogLine key={`${line.execution_id} ${line.at} ${lines.length - position}`} line={line} />
            ))}
          </ul>
        </div>
      )}
      {log.hasNextPage && (
        <div className={classes.more}>
          <Button
            loading={log.isFetchingNextPage}
            onClick={() => {
              ask({ live: undefined });
              void log.fetchNextPage();
            }}
          >
            Load older lines
          </Button>
        </div>
      )}
    </>
  );
}
