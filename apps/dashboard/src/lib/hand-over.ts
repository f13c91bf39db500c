import { useSyncExternalStore } from 'react';

/** SQL that one page gives to the editor, which opens it as a new snippet. */
export interface HandedOver {
  sql: string;
  name: string;
}

const waiting = new Map<string, HandedOver>();
const listeners = new Set<() => void>();

/** Leaves SQL for the next visit of `/project/{ref}/sql/new`. Lives as long as the tab: it is taken at once. */
export function handOver(projectRef: string, content: HandedOver): void {
  waiting.set(projectRef, content);
  for (const listener of listeners) listener();
}

/** What was left, once. */
export function takeHandedOver(projectRef: string): HandedOver | null {
  const content = waiting.get(projectRef) ?? null;
  waiting.delete(projectRef);
  return content;
}

/** Whether something waits; for the page that shows a new snippet already. */
export function useIsHandedOver(projectRef: string): boolean {
  return useSyncExternalStore(subscribe, () => waiting.has(projectRef));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
