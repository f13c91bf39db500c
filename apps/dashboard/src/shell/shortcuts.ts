import { isApple } from '../lib/mod-key.ts';

/** Cmd+K or Ctrl+K, except inside a code editor, where the same keys ask the editor's own question. */
export function isCommandMenuShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false;
  if (event.metaKey === event.ctrlKey) return false;
  return !(event.target instanceof Element && event.target.closest('.cm-editor') !== null);
}

/** Cmd+E on a Mac, where Ctrl+E goes to the end of a line; Ctrl+E elsewhere. */
export function isSqlPanelShortcut(event: KeyboardEvent): boolean {
  return isModKey(event, 'e');
}

/** Cmd+I on a Mac, Ctrl+I elsewhere. */
export function isAssistantShortcut(event: KeyboardEvent): boolean {
  return isModKey(event, 'i');
}

function isModKey({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent, letter: string): boolean {
  if (key.toLowerCase() !== letter || shiftKey || altKey) return false;
  return isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}
