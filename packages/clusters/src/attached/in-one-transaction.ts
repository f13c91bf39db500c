import { setTimeout } from 'node:timers/promises';
import { type ConnectionTarget, QueryError, toQueryError, withClient } from '@basalt/postgres';

/** As much of a client as attaching and detaching take. */
export interface Client {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Other people's tables are waited for, but not for ever. */
const SETTINGS =
  "set local search_path = ''; set local statement_timeout = 0; set local lock_timeout = '10s'";

const TRIES = 10;
/** Grows with each try, so that those that met do not meet again. */
const PAUSE_MS = 400;

/**
 * Does something to a database that somebody else runs as a whole or not at all. Nothing is found by a search path but what is
 * PostgreSQL's own.
 * @param work is done again when another database of the server got in between: roles belong to all of them together
 * @throws {QueryError} what the server refuses
 */
export async function inOneTransaction<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(target, work);
    } catch (error) {
      if (attempt === TRIES || !isLostRace(error)) throw error;
      await setTimeout(Math.random() * PAUSE_MS * attempt);
    }
  }
}

/** Whether somebody else made or changed the same entry of the catalog at the same time, which PostgreSQL does not wait for. */
function isLostRace(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false;
  const { code, message, schema } = error;
  if (code === 'XX000') return message.startsWith('tuple concurrently ');
  return code === '40P01' || (code === '23505' && schema === 'pg_catalog');
}

function inTransaction<T>(target: ConnectionTarget, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(
    target,
    async (client) => {
      await client.query('begin');
      try {
        await client.query(SETTINGS);
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw toQueryError(error);
      }
    },
    { answerTimeoutMs: 5 * 60_000 },
  );
}
