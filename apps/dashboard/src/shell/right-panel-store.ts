import type { ReactNode } from 'react';

export interface OpenPanel {
  /** Names the panel, such as "Assistant". */
  label: string;
  content: ReactNode;
}

let current: OpenPanel | null = null;
const listeners = new Set<() => void>();

export function currentPanel(): OpenPanel | null {
  return current;
}

/** Opens a panel on the right in place of the one that is open; null closes it. */
export function setPanel(panel: OpenPanel | null): void {
  current = panel;
  for (const listener of listeners) listener();
}

export function subscribeToPanel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
