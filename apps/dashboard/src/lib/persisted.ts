import { useCallback, useSyncExternalStore } from 'react';

/** One thing this browser remembers, for itself or per project. */
export interface Persisted<T> {
  /** kebab-case, unique in the dashboard. */
  topic: string;
  /** Used when nothing is stored or what is stored cannot be read any more. */
  fallback: T;
  /** Checks what storage held; null refuses it. */
  parse: (stored: unknown) => T | null;
  /** Kept after signing out. Off unless it says nothing about the person's work. */
  survivesSignOut?: boolean;
}

const PREFIX = 'basalt:';
const SURVIVING = 'basalt:keep:';
const EVENT = 'basalt:persisted';
/** Keys whose names other code fixes. */
const KEPT_KEYS: readonly string[] = ['basalt:color-scheme'];
const cache = new Map<string, { text: string | null; value: unknown }>();

/** The remembered value; `projectRef` keeps one per project. */
export function readPersisted<T>(item: Persisted<T>, projectRef?: string): T {
  const key = storageKey(item, projectRef);
  const text = readText(key);
  const cached = cache.get(key);
  // The same text gives the same object, as React's store hook demands.
  if (cached !== undefined && cached.text === text) return cached.value as T;
  const value = text === null ? item.fallback : (item.parse(fromJson(text)) ?? item.fallback);
  cache.set(key, { text, value });
  return value;
}

/** Remembers a value and tells every component that shows it, in other tabs too. */
export function writePersisted<T>(item: Persisted<T>, value: T, projectRef?: string): void {
  try {
    localStorage.setItem(storageKey(item, projectRef), JSON.stringify(value));
  } catch {
    // Storage full or forbidden: the value lasts until the page is closed, which is better than failing.
    cache.set(storageKey(item, projectRef), { text: readText(storageKey(item, projectRef)), value });
  }
  window.dispatchEvent(new Event(EVENT));
}

/** Like `useState`, but this browser remembers. */
export function usePersisted<T>(item: Persisted<T>, projectRef?: string): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => readPersisted(item, projectRef));
  const write = useCallback((next: T) => writePersisted(item, next, projectRef), [item, projectRef]);
  return [value, write];
}

/** Forgets what the person who signs out did here; the look of the dashboard stays. */
export function forgetPersisted(): void {
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  for (const key of keys) {
    if (key.startsWith(PREFIX) && !key.startsWith(SURVIVING) && !KEPT_KEYS.includes(key)) {
      localStorage.removeItem(key);
    }
  }
  window.dispatchEvent(new Event(EVENT));
}

function storageKey<T>(item: Persisted<T>, projectRef: string | undefined): string {
  const prefix = item.survivesSignOut === true ? SURVIVING : PREFIX;
  return projectRef === undefined ? `${prefix}${item.topic}` : `${prefix}${item.topic}:${projectRef}`;
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(EVENT, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(EVENT, onChange);
  };
}
