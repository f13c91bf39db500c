import type { Persisted } from '../lib/persisted.ts';

/** Whether editors offer what may come next while somebody types. */
export const inlineCompletionPreference: Persisted<boolean> = {
  topic: 'inline-completion',
  fallback: true,
  parse: (stored) => (typeof stored === 'boolean' ? stored : null),
};
