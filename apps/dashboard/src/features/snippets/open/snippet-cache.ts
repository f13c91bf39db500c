import type { ContentSummary } from '@basalt/contract';
import type { InfiniteData } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type SnippetEvent, tellOtherPages } from './snippet-events.ts';
import type { SqlItem } from './snippet-facts.ts';

const LISTS = [orpc.content.list, orpc.content.folders, orpc.content.folder, orpc.content.count];

/** The query of one snippet with its text. */
export function itemQuery(projectRef: string, id: string) {
  return orpc.content.item.queryOptions({ input: { ref: projectRef, id }, staleTime: 2_000 });
}

/** Puts the answer to a save or change into every cached list that shows the snippet, and tells other tabs. */
export function snippetChanged(projectRef: string, item: SqlItem | ContentSummary): void {
  if ('content' in item) queryClient.setQueryData(itemQuery(projectRef, item.id).queryKey, item as never);
  else
    queryClient.setQueryData(
      itemQuery(projectRef, item.id).queryKey,
      (before: object | undefined) => before && ({ ...before, ...item } as never),
    );
  patchLists(item);
  tellOtherPages({ projectRef, id: item.id });
}

/** Reloads the lists. They show what they have until the answer arrives. */
export function refreshLists(): Promise<unknown> {
  return Promise.all(LISTS.map((list) => queryClient.invalidateQueries({ queryKey: list.key() })));
}

/** Updates the cache after another tab has changed something. */
export function applySnippetEvent({ projectRef, id }: SnippetEvent): void {
  if (id !== null) void queryClient.invalidateQueries({ queryKey: itemQuery(projectRef, id).queryKey });
  void refreshLists();
}

interface Listed {
  data: ContentSummary[] | { contents: ContentSummary[] };
}

/** Changes names and times in the cached lists, so that a save does not reload them. */
function patchLists(item: ContentSummary): void {
  const { type, ...all } = item;
  const { content: _, ...facts } = all as typeof all & { content?: unknown };
  const swap = (one: ContentSummary) => (one.id === item.id ? { ...one, ...facts, type } : one);
  for (const list of LISTS.slice(0, 3)) {
    queryClient.setQueriesData<InfiniteData<Listed>>({ queryKey: list.key() }, (before) => {
      if (before?.pages === undefined) return before;
      return {
        ...before,
        pages: before.pages.map((page) => ({
          ...page,
          data: Array.isArray(page.data)
            ? page.data.map(swap)
            : { ...page.data, contents: page.data.contents.map(swap) },
        })),
      };
    });
  }
}
