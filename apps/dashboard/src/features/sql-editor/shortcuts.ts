import { isApple } from '../../lib/mod-key.ts';

interface Shortcut {
  /** As this machine writes it. */
  label: string;
  /** As `aria-keyshortcuts` wants it. */
  aria: string;
}

function shortcut(apple: string, other: string, aria: string): Shortcut {
  const mod = isApple ? 'Meta' : 'Control';
  return { label: isApple ? apple : other, aria: aria.replace('Mod', mod) };
}

/** The keys of the editor, to be shown where they do something. */
export const SHORTCUTS = {
  run: shortcut('⌘↵', 'Ctrl ↵', 'Mod+Enter'),
  explain: shortcut('⇧⌘↵', 'Ctrl Shift ↵', 'Mod+Shift+Enter'),
  format: shortcut('⌥⇧F', 'Alt Shift F', 'Alt+Shift+F'),
  prompt: shortcut('⌘K', 'Ctrl K', 'Mod+K'),
} as const;

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Cmd+S or Ctrl+S. */
export function isSaveShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean {
  return key.toLowerCase() === 's' && ctrlKey !== metaKey && !shiftKey && !altKey;
}
