import { isApple } from '../../lib/mod-key.ts';

/** What can be done with a result from the keyboard. */
export type ResultShortcut = 'markdown' | 'json' | 'csv' | 'download';

const KEYS: Record<string, ResultShortcut> = {
  KeyM: 'markdown',
  KeyJ: 'json',
  KeyC: 'csv',
  KeyD: 'download',
};

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Cmd or Ctrl with Shift and M, J, C or D; null for other keys. */
export function resultShortcut({ code, ctrlKey, metaKey, shiftKey, altKey }: Keys): ResultShortcut | null {
  if (!shiftKey || altKey || ctrlKey === metaKey) return null;
  return KEYS[code] ?? null;
}

/** How this machine writes it. */
export function shortcutLabel(shortcut: ResultShortcut): string {
  const letter =
    Object.entries(KEYS)
      .find(([, name]) => name === shortcut)?.[0]
      .slice(-1) ?? '';
  return isApple ? `⇧⌘${letter}` : `Ctrl Shift ${letter}`;
}
