import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { LOG_BUCKETS, type LogSearch, logFilter, logSpan, momentsOf } from './log-question.ts';

/** New requests appear after this many milliseconds at most, while the log is live and in view. */
const REFRESH = 3_000;
/** Counting a long time means reading a large part of the log. */
const REFRESH_LONG = 20_000;
const LONG = 3_600_000;
const PAGE = 100;

/** The span of time of both calls; what ends now has no end: the clocks of browser and server need not agree about now. */
export function spanQuestion(search: LogSearch) {
  const { from, to } = momentsOf(logSpan(search), Date.now());
  const isOpen = logSpan(search).kind === 'last';
  const iso = (time: number) => new Date(time).toISOString();
  return {
    list: { from: iso(from), ...(isOpen ? {} : { to: iso(to) }) },
    counts: { from: iso(from), to: iso(to) },
  };
}

/** What the answer depends on; a span that ends now is the same question at any time. */
export function keyOf(ref: string, { live: _, ...search }: LogSearch) {
  return { input: { ref, ...search } };
}

/** How often a log is read again, in milliseconds; false: it is not live. */
export function refreshEvery(search: LogSearch, call: 'list' | 'counts'): number | false {
  const span = logSpan(search);
  const isLong = span.kind === 'last' && span.span > LONG;
  return search.live === true && (call === 'counts' && isLong ? REFRESH_LONG : REFRESH);
}

/** The requests that the address asks for, newest first, page by page. */
export function useRequests(ref: string, search: LogSearch) {
  return useInfiniteQuery({
    queryKey: [...orpc.requestLog.list.key(), keyOf(ref, search)],
    queryFn: ({ pageParam, signal }) =>
      api.requestLog.list(
        {
          ref,
          ...logFilter(search),
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

/** How many requests there were over time, of those that the address asks for. */
export function useRequestCounts(ref: string, search: LogSearch) {
  return useQuery({
    queryKey: [...orpc.requestLog.counts.key(), keyOf(ref, search)],
    queryFn: ({ signal }) =>
      api.requestLog.counts(
        { ref, ...logFilter(search), ...spanQuestion(search).counts, buckets: LOG_BUCKETS },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(search, 'counts'),
  });
}
