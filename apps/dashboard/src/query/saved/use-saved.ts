import { type ContentType, type ContentVisibility, SNIPPET_PAGE_SIZE } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { showUndoToast } from '../../ui/undo-toast.tsx';

/** Saved queries of a project that somebody sees: their own, and those that are shared. */
export function useSavedList(ref: string, type: ContentType) {
  return useQuery(
    orpc.content.list.queryOptions({
      input: { ref, type, sort_by: 'name', sort_order: 'asc', limit: SNIPPET_PAGE_SIZE },
    }),
  );
}

/** Saving, renaming, sharing and deleting queries. */
export function useSavedActions(ref: string) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.content.list.key() });
  const save = useAction({
    mutation: orpc.content.save.mutationOptions(),
    done: ({ name }) => `Saved ${name}`,
    failed: (message) => `Failed to save the query: ${message}`,
    onDone: async (item) => {
      queries.setQueryData(orpc.content.item.queryKey({ input: { ref, id: item.id } }), item);
      await refresh();
    },
  });
  const change = useAction({
    mutation: orpc.content.change.mutationOptions(),
    failed: (message) => `Failed to change the query: ${message}`,
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: orpc.content.item.key({ input: { ref, id } }) });
      await refresh();
    },
  });
  const undeletion = useAction({
    mutation: orpc.content.bringBack.mutationOptions(),
    done: 'Brought the query back',
    failed: (message) => `Failed to bring the query back: ${message}`,
    onDone: refresh,
  });
  const removal = useAction({
    mutation: orpc.content.delete.mutationOptions(),
    failed: (message) => `Failed to delete the query: ${message}`,
    onDone: refresh,
  });
  return {
    isSaving: save.isRunning || change.isRunning,
    save: (body: Parameters<typeof save.run>[0]['body']) => save.run({ params: { ref }, body }),
    rename: (id: string, name: string) => change.run({ ref, id, name }),
    share: (id: string, visibility: ContentVisibility) => change.run({ ref, id, visibility }),
    /** Deletes and offers to take that back. */
    remove: async ({ id, name }: { id: string; name: string }) => {
      const removed = await removal.run({ params: { ref }, query: { ids: id } });
      if (removed === undefined) return;
      void showUndoToast(`Deleted ${name}`, () => void undeletion.run({ ref, ids: [id] }));
    },
  };
}
