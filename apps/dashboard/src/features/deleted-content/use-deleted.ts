import type { ContentType } from '@basalt/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

/** The caller's deleted items that can be brought back, the last deleted first. */
export function useDeleted(projectRef: string, type: ContentType) {
  return useInfiniteQuery({
    ...orpc.content.deleted.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        type,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    // Deleting does not tell this list: it is asked for whenever it is looked at.
    staleTime: 0,
  });
}
