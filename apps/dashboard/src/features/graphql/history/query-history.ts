import type { Persisted } from '../../../lib/persisted.ts';

/** A query that was sent from this browser, as it is remembered. */
export interface PastQuery {
  query: string;
  variables: string;
  /** Milliseconds, as of `Date.now()`. */
  at: number;
  milliseconds: number | null;
  /** Of the answer; null: there was none. */
  status: number | null;
  errors: number;
  /** As whom. */
  as: string;
}

export const KEPT_QUERIES = 100;
const KEPT_TEXT = 20_000;
/** Browsers give a site some five million characters. */
const KEPT_IN_ALL = 300_000;

export const queryHistory: Persisted<readonly PastQuery[]> = {
  topic: 'graphql-history',
  fallback: [],
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isPastQuery) : null),
};

/** The history with a query in front. One that is too long to be kept whole is left out; the same text is there once. */
export function withQuery(history: readonly PastQuery[], query: PastQuery): readonly PastQuery[] {
  const length = ({ query: text, variables }: PastQuery) => text.length + variables.length;
  if (length(query) > KEPT_TEXT) return history;
  const others = history.filter((one) => one.query !== query.query || one.variables !== query.variables);
  const kept: PastQuery[] = [];
  let sum = 0;
  for (const one of [query, ...others].slice(0, KEPT_QUERIES)) {
    sum += length(one);
    if (sum > KEPT_IN_ALL) break;
    kept.push(one);
  }
  return kept;
}

function isPastQuery(stored: unknown): stored is PastQuery {
  const one = stored as Partial<PastQuery> | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.query === 'string' &&
    typeof one.variables === 'string' &&
    typeof one.at === 'number' &&
    typeof one.errors === 'number' &&
    typeof one.as === 'string'
  );
}
