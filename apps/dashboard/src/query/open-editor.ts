import { sharedValue, useShared } from '../lib/shared-value.ts';

/** A SQL editor that is on the screen now, as others may use it. */
export interface OpenEditor {
  /** Puts text where the cursor is. */
  insert(text: string): void;
  /** Puts text in the place of all there is; the editor can undo it. */
  replace(text: string): void;
}

/** The one that came last is the one that is meant. */
const open = sharedValue<readonly OpenEditor[]>([]);

/** Called by an editor with itself when it appears. Returns what it calls when it goes. */
export function addOpenEditor(editor: OpenEditor): () => void {
  open.set([...open.get(), editor]);
  return () => open.set(open.get().filter((other) => other !== editor));
}

/** The editor on the screen, null while there is none. */
export function useOpenEditor(): OpenEditor | null {
  return useShared(open).at(-1) ?? null;
}
