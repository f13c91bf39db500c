import type pg from 'pg';
import { toQueryError } from '../to-query-error.ts';

const AT_ONCE = 50;

/**
 * Collects statistics for the planner. What it cannot do now (an index whose function fails, say) is left to autovacuum.
 * Throws only when the connection is gone.
 */
export async function analyze(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const some = tables.slice(at, at + AT_ONCE);
    if (await succeeds(client, some)) continue;
    for (const table of some) await succeeds(client, [table]);
  }
}

async function succeeds(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  try {
    await client.query(`analyze ${tables.join(', ')}`);
    return true;
  } catch (error) {
    const known = toQueryError(error);
    if (/^(08|57P|57014)/.test(known.code)) throw known;
    return false;
  }
}
