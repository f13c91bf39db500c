import { sharedValue } from './shared-value.ts';

/** A form of the page that is shown, in which something was changed and is not saved. */
export interface OpenChanges {
  form: HTMLFormElement;
  /** The names of the fields that were changed, as their labels say them. */
  changed: readonly string[];
  isRunning: boolean;
  discard: () => void;
}

/** All of them, in no order. The bar at the end of a page saves them together. */
export const openChanges = sharedValue<readonly OpenChanges[]>([]);

/** Counts a form among those with open changes. Returns what takes it away again. */
export function addOpenChanges(added: OpenChanges): () => void {
  openChanges.set([...openChanges.get(), added]);
  return () => openChanges.set(openChanges.get().filter((one) => one !== added));
}
