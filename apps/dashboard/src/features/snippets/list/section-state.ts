import { type Persisted, usePersisted } from '../../../lib/persisted.ts';

/** Sections and folders that somebody has opened or closed. They are in the opposite of their first state. */
const turnedSections: Persisted<readonly string[]> = {
  topic: 'snippets-sections',
  fallback: [],
  parse: (stored) =>
    Array.isArray(stored) && stored.every((key) => typeof key === 'string') ? stored.slice(-500) : null,
};

/** Whether a part of the list is open, and a function that changes it. This browser remembers the answer. */
export function useSectionOpen(
  projectRef: string,
  key: string,
  isOpenAtFirst: boolean,
): [boolean, () => void] {
  const [turned, setTurned] = usePersisted(turnedSections, projectRef);
  const isTurned = turned.includes(key);
  const toggle = () => setTurned(isTurned ? turned.filter((other) => other !== key) : [...turned, key]);
  return [isTurned !== isOpenAtFirst, toggle];
}
