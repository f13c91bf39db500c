import { type ContentFolder, type ContentSummary, SNIPPET_PAGE_SIZE } from '@basalt/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { copyName } from '../../../lib/format/copy-name.ts';
import { shortName } from '../../../lib/format/short-name.ts';
import { newId } from '../../../lib/new-id.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { showUndoToast } from '../../../ui/undo-toast.tsx';
import { forgetSnippet } from '../open/last-snippet.ts';
import { dropSnippet, findOpenSnippet } from '../open/open-snippets.ts';
import { refreshLists, snippetChanged } from '../open/snippet-cache.ts';
import { tellOtherPages } from '../open/snippet-events.ts';
import type { SnippetFacts, SqlItem } from '../open/snippet-facts.ts';
import { snippetText } from './snippet-text.ts';

/** What a person can do with snippets besides editing their text. Each action shows its own toasts. */
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
  const undeletion = useAction({
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

  /** Saves the last edits, so that they are there again when the snippet is undeleted. */
  async function settle(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => findOpenSnippet(projectRef, id)?.settled()));
  }

  async function deleteSnippets(snippets: readonly SnippetFacts[]): Promise<boolean> {
    const ids = snippets.map(({ id }) => id);
    await settle(ids);
    const gone: string[] = [];
    for (const part of inCalls(ids)) {
      const query = { ids: part.join(',') as never };
      if ((await remove.run({ params: { ref: projectRef }, query })) === undefined) break;
      gone.push(...part);
    }
    if (gone.length === 0) return false;
    leave(gone);
    const text =
      gone.length === 1
        ? `“${shortName(snippets[0]?.name ?? '')}” is deleted`
        : `${gone.length} snippets are deleted`;
    const undo = async () => {
      for (const part of inCalls(gone)) await undeletion.run({ ref: projectRef, ids: part });
    };
    void showUndoToast(text, () => void undo());
    await refreshLists();
    return true;
  }

  /** Closes deleted snippets here and tells the other tabs of this browser. */
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
    settle,
    deleteSnippets,
    isBusy: change.isRunning || remove.isRunning,
    async rename({ id }: SnippetFacts, name: string): Promise<void> {
      const opened = findOpenSnippet(projectRef, id);
      if (opened?.view().isNew) return opened.nameNew(name);
      const named = opened?.naming(name);
      named?.((await change.run({ ref: projectRef, id, name })) !== undefined);
    },
    change: (
      id: string,
      request: { visibility?: 'user' | 'project'; folder_id?: string | null; favorite?: boolean },
    ) => change.run({ ref: projectRef, id, ...request }),
    /** Moves a snippet into a folder, or out of its folder. */
    async move({ id, name }: { id: string; name: string }, folder: ContentFolder | null): Promise<void> {
      const moved = await change.run({ ref: projectRef, id, folder_id: folder?.id ?? null });
      const where = folder === null ? 'in no folder' : `in “${shortName(folder.name)}”`;
      if (moved !== undefined) void showToast('done', `“${shortName(name)}” is ${where} now`);
    },
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

/** Splits ids into lists that are short enough for one call. */
function inCalls(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / SNIPPET_PAGE_SIZE);
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * SNIPPET_PAGE_SIZE, (part + 1) * SNIPPET_PAGE_SIZE),
  );
}
