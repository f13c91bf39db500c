import { useCallback, useSyncExternalStore } from 'react';
import type { OpenSnippet, SnippetView } from '../open/open-snippet.ts';
import { findOpenSnippet, subscribeOpenSnippets } from '../open/open-snippets.ts';

/** The moment of an open snippet. */
export function useSnippetView<T extends OpenSnippet | null>(
  snippet: T,
): T extends null ? SnippetView | null : SnippetView {
  return useSyncExternalStore(subscribeOpenSnippets, () => snippet?.view() ?? null) as never;
}

/** What a list says of a snippet that is worked on: not on the server yet, could not be saved, or never will be. */
type Mark = 'changed' | 'failed' | 'local' | null;

export function useMark(projectRef: string, id: string): Mark {
  const mark = useCallback((): Mark => {
    const view = findOpenSnippet(projectRef, id)?.view();
    if (view === undefined) return null;
    if (view.phase === 'failed' || view.phase === 'conflict') return 'failed';
    if (view.isOnlyHere) return 'local';
    return view.phase === 'idle' ? null : 'changed';
  }, [projectRef, id]);
  return useSyncExternalStore(subscribeOpenSnippets, mark);
}
