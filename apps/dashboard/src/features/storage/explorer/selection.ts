/** Which entries of a folder are chosen. Entries are named by their path. */
export interface Selection {
  chosen: ReadonlySet<string>;
  /** Where the keyboard is. */
  active: string | null;
  /** From where a range goes. */
  anchor: string | null;
}

export type SelectionEvent =
  /** The keyboard goes there; with `extend` what lies between is chosen. */
  | { type: 'moved'; to: string; extend: boolean }
  | { type: 'toggled'; path: string }
  /** A click with shift: everything from the anchor to there. */
  | { type: 'extended'; to: string }
  | { type: 'all' }
  | { type: 'cleared' };

export const NOTHING: Selection = { chosen: new Set(), active: null, anchor: null };

/** @param order paths in the order in which they are shown */
export function select(state: Selection, event: SelectionEvent, order: readonly string[]): Selection {
  switch (event.type) {
    case 'moved':
      return event.extend
        ? extendTo(state, event.to, order)
        : { ...state, active: event.to, anchor: event.to };
    case 'extended':
      return extendTo(state, event.to, order);
    case 'toggled': {
      const chosen = new Set(state.chosen);
      if (!chosen.delete(event.path)) chosen.add(event.path);
      return { chosen, active: event.path, anchor: event.path };
    }
    case 'all':
      return { ...state, chosen: new Set(order) };
    case 'cleared':
      return { ...state, chosen: NOTHING.chosen };
  }
}

function extendTo(state: Selection, to: string, order: readonly string[]): Selection {
  const anchor = state.anchor ?? state.active ?? to;
  const ends = [order.indexOf(anchor), order.indexOf(to)];
  if (ends.includes(-1)) return { chosen: new Set([to]), active: to, anchor: to };
  const chosen = new Set(order.slice(Math.min(...ends), Math.max(...ends) + 1));
  return { chosen, active: to, anchor };
}

/** What is left of a selection when the folder is read anew. */
export function keepShown(state: Selection, order: readonly string[]): Selection {
  const shown = new Set(order);
  const chosen = new Set([...state.chosen].filter((path) => shown.has(path)));
  const still = (path: string | null) => (path !== null && shown.has(path) ? path : null);
  if (chosen.size === state.chosen.size && still(state.active) === state.active) return state;
  return { chosen, active: still(state.active), anchor: still(state.anchor) };
}
