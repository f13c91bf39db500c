import type { Persisted } from '../../lib/persisted.ts';
import type { Operation } from './schema/operation-for.ts';

export const ASIDE_PARTS = ['schema', 'saved', 'history'] as const;
export type AsidePart = (typeof ASIDE_PARTS)[number];
const NO_ASIDE = 'none';

/** What stands beside the editor. */
export const asidePreference: Persisted<AsidePart | typeof NO_ASIDE> = {
  topic: 'graphql-aside',
  fallback: 'schema',
  parse: (stored) => ([...ASIDE_PARTS, NO_ASIDE] as const).find((part) => part === stored) ?? null,
  survivesSignOut: true,
};

/** What is in the editor of a project, with the saved query that it began as. */
export interface Draft extends Operation {
  savedId?: string;
}

export const draftPreference: Persisted<Draft | null> = {
  topic: 'graphql-draft',
  fallback: null,
  parse: (stored) => {
    const one = stored as Partial<Draft> | null;
    if (typeof one?.query !== 'string' || typeof one.variables !== 'string') return null;
    const { query, variables, savedId } = one;
    return { query, variables, ...(typeof savedId === 'string' ? { savedId } : {}) };
  },
};
