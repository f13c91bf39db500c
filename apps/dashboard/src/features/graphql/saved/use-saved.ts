import type { ContentItem } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useSavedActions } from '../../../query/saved/use-saved.ts';
import type { Operation } from '../schema/operation-for.ts';

export type SavedQuery = Extract<ContentItem, { type: 'graphql' }>;

/** The saved query with this id; nothing is asked without one. */
export function useSavedQuery(ref: string, id: string | undefined) {
  return useQuery({
    ...orpc.content.item.queryOptions({ input: { ref, id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
  });
}

/** Saving queries of the GraphQL API. */
export function useSaving(ref: string) {
  const { isSaving, save } = useSavedActions(ref);
  return {
    isSaving,
    create: (name: string, { query, variables }: Operation) =>
      save({ type: 'graphql', name, content: { query, variables } }),
    update: ({ id, version }: SavedQuery, { query, variables }: Operation) =>
      save({ type: 'graphql', id, version, content: { query, variables } }),
  };
}
