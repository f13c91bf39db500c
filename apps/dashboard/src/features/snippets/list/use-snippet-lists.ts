import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { type Persisted, usePersisted } from '../../../lib/persisted.ts';

export const SORTS = [
  { value: 'name', label: 'Name', sort_by: 'name', sort_order: 'asc' },
  { value: 'created', label: 'Newest', sort_by: 'inserted_at', sort_order: 'desc' },
  { value: 'changed', label: 'Last changed', sort_by: 'updated_at', sort_order: 'desc' },
] as const;
export type Sort = (typeof SORTS)[number];

const sortPreference: Persisted<Sort> = {
  topic: 'snippets-sort',
  fallback: SORTS[1],
  parse: (stored) => SORTS.find(({ value }) => value === (stored as Partial<Sort> | null)?.value) ?? null,
};

export function useSort(projectRef: string): [Sort, (sort: Sort) => void] {
  return usePersisted(sortPreference, projectRef);
}

interface ListQuestion {
  visibility?: 'project';
  favorite?: true;
  name?: string;
}

/** One flat list in pages of a hundred. It is loaded only while `isWanted`. */
export function useSnippetList(projectRef: string, sort: Sort, question: ListQuestion, isWanted = true) {
  const { sort_by, sort_order } = sort;
  return useInfiniteQuery({
    ...orpc.content.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        type: 'sql' as const,
        sort_by,
        sort_order,
        ...question,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    enabled: isWanted,
    // After a change of order or search the old list is shown until the new one has arrived.
    placeholderData: keepPreviousData,
  });
}

/** Folders, and private snippets without a folder. */
export function useFolders(projectRef: string, { sort_by, sort_order }: Sort, isWanted = true) {
  return useInfiniteQuery({
    ...orpc.content.folders.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        sort_by,
        sort_order,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}

export function useFolder(projectRef: string, id: string, { sort_by, sort_order }: Sort) {
  return useInfiniteQuery({
    ...orpc.content.folder.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        id,
        sort_by,
        sort_order,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  });
}

/** The number of snippets, of all or of those whose name contains a text. */
export function useCounts(projectRef: string, name?: string) {
  return useQuery({
    ...orpc.content.count.queryOptions({
      input: { ref: projectRef, type: 'sql', ...(name === undefined ? {} : { name }) },
    }),
    placeholderData: keepPreviousData,
  });
}
