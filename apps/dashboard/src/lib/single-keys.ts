import { useEffect, useEffectEvent } from 'react';
import { type Persisted, readPersisted } from './persisted.ts';

/** People who speak to their computer press single keys without wanting to, so they can be switched off. */
export const SINGLE_KEYS: Persisted<boolean> = {
  topic: 'single-keys',
  fallback: true,
  parse: (stored) => (typeof stored === 'boolean' ? stored : null),
  survivesSignOut: true,
};

/** Where single keys belong to something else: what is typed into, moved through or chosen from. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], .cm-editor, [role=grid], [role=treegrid], [role=tree], [role=menu], [role=listbox], [role=dialog]';

/**
 * A key by itself, pressed where nothing else takes it: what `?` and `g` with a letter are made of. Null for all others, and for one
 * that is held down unless `mayRepeat`.
 */
export function singleKey(event: KeyboardEvent, mayRepeat = false): string | null {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null;
  if (repeat && !mayRepeat) return null;
  if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return null;
  return key;
}

/** Hears single keys on the whole page, after the keys that go to pages, while they are switched on. */
export function useSingleKeys(act: (key: string, event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = readPersisted(SINGLE_KEYS) ? singleKey(event, true) : null;
    if (key !== null) act(key, event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
