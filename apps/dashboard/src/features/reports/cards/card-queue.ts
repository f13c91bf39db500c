import { useCallback, useMemo, useReducer } from 'react';

/** Cards of a report that wait for their turn to run, and those that run. */
interface CardQueue {
  /** How often each card was told to run. */
  runs: Readonly<Record<string, number>>;
  waiting: readonly string[];
  running: readonly string[];
  /** The refresh of the whole report that is going on. */
  refresh: { total: number; left: readonly string[] } | null;
}

export type CardQueueEvent =
  /** A card came near the visible part of the page: it runs once. */
  | { type: 'near'; id: string }
  | { type: 'refresh'; ids: readonly string[] }
  /** One card runs again: its query was changed. */
  | { type: 'again'; id: string }
  /** A card has shown its rows, or will not. */
  | { type: 'finished'; id: string }
  | { type: 'removed'; id: string };

/** Queries of one report at a time: the database has other things to do. */
export const MAX_RUNNING = 3;

export const emptyQueue: CardQueue = { runs: {}, waiting: [], running: [], refresh: null };

/** Who runs next. A card that runs and is asked for again has its turn after it has finished. */
export function nextQueue(queue: CardQueue, event: CardQueueEvent): CardQueue {
  switch (event.type) {
    case 'near':
      return isKnown(queue, event.id) ? queue : started({ ...queue, waiting: [...queue.waiting, event.id] });
    case 'again':
      return started({ ...queue, waiting: [event.id, ...without(queue.waiting, event.id)] });
    case 'refresh':
      return started({
        ...queue,
        waiting: event.ids,
        refresh: event.ids.length === 0 ? null : { total: event.ids.length, left: event.ids },
      });
    case 'finished':
      if (!queue.running.includes(event.id)) return queue;
      return started(left({ ...queue, running: without(queue.running, event.id) }, event.id));
    case 'removed': {
      const { [event.id]: _, ...runs } = queue.runs;
      const waiting = without(queue.waiting, event.id);
      return started(left({ ...queue, runs, waiting, running: without(queue.running, event.id) }, event.id));
    }
  }
}

/** How many cards of the refresh are done; null when none is going on. */
export function refreshProgress({ refresh }: CardQueue): { done: number; total: number } | null {
  return refresh && { done: refresh.total - refresh.left.length, total: refresh.total };
}

function isKnown({ runs, waiting }: CardQueue, id: string): boolean {
  return runs[id] !== undefined || waiting.includes(id);
}

function started(queue: CardQueue): CardQueue {
  const next = queue.waiting.find((id) => !queue.running.includes(id));
  if (next === undefined || queue.running.length >= MAX_RUNNING) return queue;
  return started({
    ...queue,
    runs: { ...queue.runs, [next]: (queue.runs[next] ?? 0) + 1 },
    waiting: without(queue.waiting, next),
    running: [...queue.running, next],
  });
}

/** A card that waits for another turn is not done yet. */
function left(queue: CardQueue, id: string): CardQueue {
  if (queue.refresh === null || queue.waiting.includes(id)) return queue;
  const ids = without(queue.refresh.left, id);
  return { ...queue, refresh: ids.length === 0 ? null : { ...queue.refresh, left: ids } };
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((one) => one !== id);
}

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
