import type { ContentSummary } from '@basalt/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { copyName } from '../../../lib/format/copy-name.ts';
import { newId } from '../../../lib/new-id.ts';
import { useAction } from '../../../lib/use-action.ts';
import { showUndoToast } from '../../../ui/undo-toast.tsx';
import { copied } from '../content/report-content.ts';

/** What can be done with a whole report, from the list and from its own page. */
export function useReportActions(projectRef: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const undeletion = useAction({
    mutation: orpc.content.bringBack.mutationOptions(),
    done: 'Brought the report back',
    failed: (message) => `Failed to bring the report back: ${message}`,
    onDone: () => refreshReports(queries),
  });
  const change = useAction({
    mutation: orpc.content.change.mutationOptions(),
    failed: (message) => `Failed to change the report: ${message}`,
    onDone: async ({ id, ...changed }) => {
      queries.setQueryData(
        orpc.content.item.queryKey({ input: { ref: projectRef, id } }),
        // A change of the name says nothing about the cards.
        (item) => item && ({ ...item, ...changed, id, type: 'report', content: item.content } as typeof item),
      );
      await refreshReports(queries);
    },
  });
  const remove = useAction({
    mutation: orpc.content.delete.mutationOptions(),
    failed: (message) => `Failed to delete the report: ${message}`,
    onDone: () => refreshReports(queries),
  });
  const duplicate = useAction({
    mutation: { mutationFn: ({ id }: { id: string }) => duplicateReport(projectRef, id) },
    done: ({ name }) => `Created ${name}`,
    failed: (message) => `Failed to duplicate the report: ${message}`,
    onDone: async ({ id }) => {
      await refreshReports(queries);
      await navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id } });
    },
  });

  return {
    change,
    duplicate,
    isRemoving: remove.isRunning,
    /** Deletes and offers to take that back. Resolves to whether it is deleted. */
    remove: async ({ id, name }: ContentSummary): Promise<boolean> => {
      const removed = await remove.run({ params: { ref: projectRef }, query: { ids: id } });
      if (removed === undefined) return false;
      void showUndoToast(`Deleted ${name}`, () => void undeletion.run({ ref: projectRef, ids: [id] }));
      return true;
    },
  };
}

export type ReportActions = ReturnType<typeof useReportActions>;

/** A private copy of a report, whoever owns it. */
async function duplicateReport(projectRef: string, id: string) {
  const item = await api.content.item({ ref: projectRef, id });
  if (item.type !== 'report') throw new Error('A snippet cannot be duplicated as a report.');
  return api.content.save({
    params: { ref: projectRef },
    body: {
      type: 'report',
      name: copyName(item.name, 'copy'),
      description: item.description,
      content: copied(item.content, newId),
    },
  });
}

/** Asks anew for the list of reports. */
export function refreshReports(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: orpc.content.list.key() });
}
