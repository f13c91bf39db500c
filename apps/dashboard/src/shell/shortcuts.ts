const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How this machine writes the key that starts shortcuts. */
export function modKey(): string {
  return isApple ? '⌘' : 'Ctrl';
}

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

/** Where single keys belong to something else: what is typed into, moved through or chosen from. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], .cm-editor, [role=grid], [role=treegrid], [role=tree], [role=menu], [role=listbox], [role=dialog]';

/** A key by itself, pressed where nothing else takes it: what `?` and `g` with a letter are made of. Null for all others. */
export function singleKey(event: KeyboardEvent): string | null {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isComposing || defaultPrevented || repeat)
    return null;
  if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return null;
  return key;
}
