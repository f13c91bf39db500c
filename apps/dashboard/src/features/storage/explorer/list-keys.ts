/** What a key means in the list of a folder. Null: nothing, and the browser may have it. */
export type ListKey =
  | { type: 'go'; to: number; extend: boolean }
  | { type: 'open' | 'enter-folder' | 'toggle' | 'clear' | 'all' }
  | { type: 'command'; command: EntryCommand };

export type EntryCommand = 'delete' | 'rename' | 'up';

interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Entries that a page key passes over. */
const PAGE = 15;

/** @param at the entry where the keyboard is, -1 for none @param count of entries */
export function readListKey(press: Press, at: number, count: number): ListKey | null {
  const { key, shiftKey: extend, altKey } = press;
  const isMod = press.ctrlKey || press.metaKey;
  if (altKey) return null;
  if (isMod) {
    if (key === 'a') return { type: 'all' };
    return key === 'Backspace' ? { type: 'command', command: 'delete' } : null;
  }
  const go = (to: number): ListKey => ({ type: 'go', to: Math.max(0, Math.min(count - 1, to)), extend });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + PAGE);
    case 'PageUp':
      return go(at - PAGE);
    case 'Home':
      return go(0);
    case 'End':
      return go(count - 1);
    case 'ArrowRight':
      return { type: 'enter-folder' };
    case 'ArrowLeft':
    case 'Backspace':
      return { type: 'command', command: 'up' };
    case 'Delete':
      return { type: 'command', command: 'delete' };
    case 'F2':
      return { type: 'command', command: 'rename' };
    case 'Enter':
      return { type: 'open' };
    case ' ':
      return { type: 'toggle' };
    case 'Escape':
      return { type: 'clear' };
    default:
      return null;
  }
}
