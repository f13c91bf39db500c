import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Objects that one call asks for. */
const OBJECTS_PER_PAGE = 500;

export interface PageOfObjects {
  limit: number;
  offset: number;
}

interface PagedOptions<Item> {
  /** Unique for what is asked, without the page. */
  queryKey: readonly unknown[];
  load: (page: PageOfObjects, signal: AbortSignal) => Promise<Item[]>;
  /** All pages are needed, for a search for example, not only those that are scrolled to. */
  isWhole: boolean;
  enabled?: boolean;
}

export interface Paged<Item> {
  /** Undefined until the first page is there. */
  items: readonly Item[] | undefined;
  /** Whether these are all. */
  isComplete: boolean;
  error: unknown;
  retry: () => void;
  more: () => void;
}

/** A list of any length, page by page. */
export function usePaged<Item>({ queryKey, load, isWhole, enabled = true }: PagedOptions<Item>): Paged<Item> {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => load({ limit: OBJECTS_PER_PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _, offset) =>
      last.length < OBJECTS_PER_PAGE ? undefined : offset + OBJECTS_PER_PAGE,
    select: ({ pages }) => pages.flat(),
    enabled,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  useEffect(() => {
    if (isWhole && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isWhole, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return {
    items: query.data,
    isComplete: query.data !== undefined && !hasNextPage,
    error: query.error,
    retry: () => void (query.data === undefined ? query.refetch() : fetchNextPage()),
    more,
  };
}
