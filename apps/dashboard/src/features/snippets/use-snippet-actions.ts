import type { ContentSummary } from '@basalt/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { copyName } from '../../lib/copy-name.ts';
import { newId } from '../../lib/new-id.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { showUndoToast } from '../../ui/undo-toast.tsx';
import { forgetSnippet } from './last-snippet.ts';
import { dropSnippet, findOpenSnippet } from './open-snippets.ts';
import { refreshLists, snippetChanged } from './snippet-cache.ts';
import type { SnippetFacts, SqlItem } from './snippet-facts.ts';
import { tellOtherPages } from './snippet-news.ts';
import { snippetText } from './snippet-text.ts';

/** Everything one can do with snippets besides writing in them, each with its toasts. */
export function useSnippetActions(projectRef: string) {
  const navigate = useNavigate();
  const { id: shownId } = useParams({ strict: false });
  const open = (id: string) =>
    navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id }, search: true });

  const changed = async (summary: ContentSummary) => {
    snippetChanged(projectRef, summary);
    findOpenSnippet(projectRef, summary.id)?.noticed(summary);
    await refreshLists();
  };
  const change = useAction({
    mutation: orpc.content.change.mutationOptions(),
    failed: (message) => `Failed to update snippet: ${message}`,
    onDone: changed,
  });
  const save = useAction({
    mutation: orpc.content.save.mutationOptions(),
    failed: (message) => `Failed to insert content: ${message}`,
    onDone: async (item) => {
      snippetChanged(projectRef, item as SqlItem);
      void refreshLists();
      await open(item.id);
    },
  });
  const bringBack = useAction({
    mutation: orpc.content.bringBack.mutationOptions(),
    done: (items) => (items.length === 1 ? 'The snippet is back' : `${items.length} snippets are back`),
    failed: (message) => `Failed to bring back: ${message}`,
    onDone: async () => {
      tellOtherPages({ projectRef, id: null });
      await refreshLists();
    },
  });
  const remove = useAction({
    mutation: orpc.content.delete.mutationOptions(),
    failed: (message) => `Failed to delete: ${message}`,
  });

  async function deleteSnippets(snippets: readonly SnippetFacts[]): Promise<boolean> {
    const ids = snippets.map(({ id }) => id);
    // What was typed last comes back with the snippet.
    await Promise.all(ids.map((id) => findOpenSnippet(projectRef, id)?.settled()));
    const answer = await remove.run({ params: { ref: projectRef }, query: { ids: ids.join(',') as never } });
    if (answer === undefined) return false;
    leave(ids);
    const text =
      ids.length === 1 ? `“${snippets[0]?.name}” is deleted` : `${ids.length} snippets are deleted`;
    void showUndoToast(text, () => void bringBack.run({ ref: projectRef, ids }));
    await refreshLists();
    return true;
  }

  /** These are gone: no page of this browser works on them any more. */
  function leave(ids: readonly string[]): void {
    for (const id of ids) {
      dropSnippet(projectRef, id);
      forgetSnippet(projectRef, id);
      tellOtherPages({ projectRef, id });
    }
    if (shownId !== undefined && ids.includes(shownId)) void open('new');
  }

  return {
    open,
    leave,
    bringBack: (ids: string[]) => bringBack.run({ ref: projectRef, ids }),
    deleteSnippets,
    isBusy: change.isRunning || remove.isRunning,
    async rename({ id }: SnippetFacts, name: string): Promise<void> {
      const opened = findOpenSnippet(projectRef, id);
      if (opened?.view().isNew) opened.nameNew(name);
      else await change.run({ ref: projectRef, id, name });
    },
    change: (
      id: string,
      wish: { visibility?: 'user' | 'project'; folder_id?: string | null; favorite?: boolean },
    ) => change.run({ ref: projectRef, id, ...wish }),
    async duplicate({ id, name, description }: SnippetFacts): Promise<void> {
      try {
        const sql = await snippetText(projectRef, id);
        await save.run({
          params: { ref: projectRef },
          body: {
            id: newId(),
            type: 'sql',
            name: copyName(name, 'Duplicate'),
            description,
            content: { sql },
          },
        });
      } catch {
        void showToast('failed', 'Failed to duplicate: the text of the snippet could not be loaded.');
      }
    },
  };
}

export type SnippetActions = ReturnType<typeof useSnippetActions>;
