import { useSyncExternalStore } from 'react';

/** A SQL editor that is on the screen now, as others may use it. */
export interface OpenEditor {
  /** Puts text where the cursor is. */
  insert(text: string): void;
  /** Puts text in the place of all there is; the editor can undo it. */
  replace(text: string): void;
}

/** The one that came last is the one that is meant. */
const open: OpenEditor[] = [];
const listeners = new Set<() => void>();

/** Called by an editor with itself when it appears. Returns what it calls when it goes. */
export function addOpenEditor(editor: OpenEditor): () => void {
  open.push(editor);
  tell();
  return () => {
    open.splice(open.indexOf(editor), 1);
    tell();
  };
}

/** The editor on the screen, null while there is none. */
export function useOpenEditor(): OpenEditor | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
