import type { Persisted } from '../../../lib/persisted.ts';

/** The schemas that the assistant is told of first, in this browser (spec §9: `public`). */
export const chosenSchemas: Persisted<readonly string[]> = {
  topic: 'assistant-schemas',
  fallback: ['public'],
  parse: (stored) =>
    Array.isArray(stored) && stored.length <= 100 && stored.every((name) => typeof name === 'string')
      ? stored
      : null,
};
