import { useEffect, useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Says what the page shows, such as a report's name, for as long as the component that calls it is there. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    tell(name);
    return () => tell(null);
  }, [name]);
}

/** The name of what the page shows, null where it has none. */
export function useShownPageName(): string | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function tell(name: string | null): void {
  shown = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
