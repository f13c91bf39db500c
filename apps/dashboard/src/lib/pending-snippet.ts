import { useSyncExternalStore } from 'react';

/** SQL from another page that the editor opens as a new snippet. */
export interface PendingSnippet {
  sql: string;
  name: string;
}

const pending = new Map<string, PendingSnippet>();
const listeners = new Set<() => void>();

/** Keeps SQL for the next visit of `/project/{ref}/sql/new`. It is lost with the tab, which the visit follows at once. */
export function leavePendingSnippet(projectRef: string, snippet: PendingSnippet): void {
  pending.set(projectRef, snippet);
  for (const listener of listeners) listener();
}

/** Returns the pending snippet and removes it. */
export function takePendingSnippet(projectRef: string): PendingSnippet | null {
  const snippet = pending.get(projectRef) ?? null;
  pending.delete(projectRef);
  return snippet;
}

/** Whether a snippet is pending, for an editor that shows a new snippet already. */
export function useHasPendingSnippet(projectRef: string): boolean {
  return useSyncExternalStore(subscribe, () => pending.has(projectRef));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
