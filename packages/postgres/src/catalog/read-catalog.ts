import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from './scope.ts';

/** As much of a database connection as reading the catalog needs: `pg.Client` has it. */
export interface CatalogClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** One kind of facts about a database. */
export interface Topic<Row> {
  /** A SELECT of one text column, `payload`, over the names that a scope defines. */
  readonly sql: string;
  readonly read: (payload: string) => Row;
}

type Topics = Readonly<Record<string, Topic<unknown>>>;

/** The rows of each topic, in the order that its SQL gives them. */
export type CatalogOf<T extends Topics> = {
  readonly [Name in keyof T]: T[Name] extends Topic<infer Row> ? Row[] : never;
};

/**
 * Reads topics of the catalog in one query, so that all of it is of one moment. The rows are parsed one by one with a
 * pace, so that a large catalog does not hold up the process. Throws what `client.query` throws.
 *
 * Types and expressions are written as the client's search path has it: only names that are not found there are qualified.
 */
export async function readCatalog<T extends Topics>(
  client: CatalogClient,
  scope: Scope,
  topics: T,
  pace: Pace,
): Promise<CatalogOf<T>> {
  const { rows } = await client.query(catalogSql(scope, topics), [...scope.values]);
  const catalog = Object.fromEntries(Object.keys(topics).map((name) => [name, [] as unknown[]]));
  for (const { topic, payload } of rows as { topic: string; payload: string }[]) {
    catalog[topic]?.push(topics[topic]?.read(payload));
    if (pace.isDue()) await pace.rest();
  }
  return catalog as CatalogOf<T>;
}

function catalogSql(scope: Scope, topics: Topics): string {
  const parts = Object.entries(topics).map(
    ([name, { sql }]) => `select '${name}' as topic, payload from (${sql}) as facts`,
  );
  return `${scope.sql}\n${parts.join('\nunion all\n')}`;
}

/** Longest stretch of work, in milliseconds, before other requests get their turn. */
const STRETCH_MS = 8;

/** Breaks long work into stretches: `if (pace.isDue()) await pace.rest()` between two pieces. */
export function createPace() {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > STRETCH_MS,
    rest: async () => {
      await nextTurn();
      since = performance.now();
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
