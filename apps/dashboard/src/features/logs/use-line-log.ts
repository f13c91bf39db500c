import type { LogSource } from '@basalt/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { LOG_BUCKETS, type LogSearch, lineFilter } from './log-question.ts';
import { keyOf, refreshEvery, spanQuestion } from './use-request-log.ts';

const PAGE = 100;

/** The lines of a log that the address asks for, newest first, page by page. */
export function useLogLines(ref: string, source: LogSource, search: LogSearch) {
  return useInfiniteQuery({
    queryKey: [...orpc.serviceLogs.list.key(), source, keyOf(ref, search)],
    queryFn: ({ pageParam, signal }) =>
      api.serviceLogs.list(
        {
          ref,
          source,
          ...lineFilter(search),
          ...spanQuestion(search).list,
          limit: PAGE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(search, 'list'),
  });
}

/** How many lines there were over time, of those that the address asks for, as the chart of requests takes them. */
export function useLineCounts(ref: string, source: LogSource, search: LogSearch) {
  return useQuery({
    queryKey: [...orpc.serviceLogs.counts.key(), source, keyOf(ref, search)],
    queryFn: async ({ signal }) => {
      const input = { ref, source, ...lineFilter(search), ...spanQuestion(search).counts };
      const { bucket_seconds, buckets } = await api.serviceLogs.counts(
        { ...input, buckets: LOG_BUCKETS },
        { signal },
      );
      return {
        bucket_seconds,
        buckets: buckets.map(({ at, total, warnings, errors }) => ({
          at,
          total,
          client_errors: warnings,
          server_errors: errors,
        })),
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(search, 'counts'),
  });
}
