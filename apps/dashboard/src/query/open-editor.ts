import { useSyncExternalStore } from 'react';

/** The SQL editor that is on the screen now, as others may use it. */
export interface OpenEditor {
  /** Puts text where the cursor is. */
  insert(text: string): void;
  /** Puts text in the place of all there is; the editor can undo it. */
  replace(text: string): void;
}

let open: OpenEditor | null = null;
const listeners = new Set<() => void>();

/** Called by the editor with itself when it appears and with null when it goes. */
export function setOpenEditor(editor: OpenEditor | null): void {
  open = editor;
  for (const listener of listeners) listener();
}

/** The editor on the screen, null while there is none. */
export function useOpenEditor(): OpenEditor | null {
  return useSyncExternalStore(subscribe, () => open);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
