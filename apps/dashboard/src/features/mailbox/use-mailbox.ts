import { useInfiniteQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

/** New messages appear after this many milliseconds at most, while the page is in view. */
const REFRESH = 3_000;

/** The messages of a project's development mailbox, newest first, page by page. */
export function useMailbox(ref: string, search: string) {
  return useInfiniteQuery(
    orpc.mailbox.list.infiniteOptions({
      input: (before: number | undefined) => ({ ref, search, ...(before === undefined ? {} : { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next_before }) => next_before ?? undefined,
      refetchInterval: REFRESH,
      placeholderData: (previous) => previous,
    }),
  );
}
