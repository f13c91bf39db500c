import type pg from 'pg';

/**
 * Every batch is a transaction. One for everything would need a lock for every table and index at once, more than a small
 * server has room for.
 */
const AT_ONCE = 100;

/** Runs statements in order, many in a round trip. */
export async function runStatements(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += AT_ONCE)
    await client.query(`${statements.slice(at, at + AT_ONCE).join(';\n')};`);
}
