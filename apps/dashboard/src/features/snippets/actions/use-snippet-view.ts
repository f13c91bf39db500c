import { useCallback, useSyncExternalStore } from 'react';
import type { OpenSnippet, SnippetView } from '../open/open-snippet.ts';
import { findOpenSnippet, subscribeOpenSnippets } from '../open/open-snippets.ts';

/** The present state of an open snippet. */
export function useSnippetView<T extends OpenSnippet | null>(
  snippet: T,
): T extends null ? SnippetView | null : SnippetView {
  return useSyncExternalStore(subscribeOpenSnippets, () => snippet?.view() ?? null) as never;
}

/**
 * The state that a list shows beside an open snippet: not saved yet, not saved because of a failure, or only kept in
 * this browser.
 */
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
