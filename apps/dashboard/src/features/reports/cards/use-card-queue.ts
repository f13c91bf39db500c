import { useCallback, useMemo, useReducer } from 'react';
import { emptyQueue, nextQueue, refreshProgress } from './card-queue.ts';

export interface CardTurns {
  /** How often a card was told to run; another number means: now. */
  runOf: (id: string) => number;
  progress: { done: number; total: number } | null;
  near: (id: string) => void;
  finished: (id: string) => void;
  again: (id: string) => void;
  removed: (id: string) => void;
  refresh: (ids: readonly string[]) => void;
}

/** Who of a report's cards runs when. */
export function useCardQueue(): CardTurns {
  const [queue, dispatch] = useReducer(nextQueue, emptyQueue);
  const near = useCallback((id: string) => dispatch({ type: 'near', id }), []);
  const finished = useCallback((id: string) => dispatch({ type: 'finished', id }), []);
  const again = useCallback((id: string) => dispatch({ type: 'again', id }), []);
  const removed = useCallback((id: string) => dispatch({ type: 'removed', id }), []);
  const refresh = useCallback((ids: readonly string[]) => dispatch({ type: 'refresh', ids }), []);
  return useMemo(
    () => ({
      runOf: (id: string) => queue.runs[id] ?? 0,
      progress: refreshProgress(queue),
      near,
      finished,
      again,
      removed,
      refresh,
    }),
    [queue, near, finished, again, removed, refresh],
  );
}
