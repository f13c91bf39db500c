import { useEffect } from 'react';

/** So long after a page was drawn nothing else is to be fetched. */
const QUIET_AFTER = 500;

/** Fetches what a page will need soon, once it is drawn. `load` is the same function at every rendering. */
export function usePreloaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), QUIET_AFTER);
    return () => clearTimeout(timer);
  }, [load]);
}
