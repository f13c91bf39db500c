import type { STORAGE_SORTS, StorageEntry } from '@basalt/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';

export interface FolderOrder {
  sort: (typeof STORAGE_SORTS)[number];
  order: 'asc' | 'desc';
}

export interface FolderPlace {
  ref: string;
  bucket: string;
  /** With a slash at its end; empty for the bucket itself. */
  folder: string;
}

/** An entry with its whole path; a folder's ends in a slash. */
export interface FolderEntry extends StorageEntry {
  path: string;
  isFolder: boolean;
}

/** What is in a folder, page by page. */
export function useFolder(
  { ref, bucket, folder }: FolderPlace,
  { sort, order, search = '' }: FolderOrder & { search?: string },
) {
  const query = useInfiniteQuery({
    ...orpc.storageObjects.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref,
        id: bucket,
        folder,
        sort,
        order,
        search,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    select: ({ pages }) => {
      // Between two pages something may have come in: nothing is shown twice.
      const found = new Map<string, FolderEntry>();
      for (const entry of pages.flatMap(({ entries }) => entries)) {
        const isFolder = entry.id === null;
        const path = `${folder}${entry.name}${isFolder ? '/' : ''}`;
        found.set(path, { ...entry, path, isFolder });
      }
      return [...found.values()];
    },
  });
  const { fetchNextPage, hasNextPage, isFetching } = query;
  return {
    entries: query.data,
    error: query.error,
    refetch: query.refetch,
    isComplete: !hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}
