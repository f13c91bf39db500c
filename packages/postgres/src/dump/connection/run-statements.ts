import type pg from 'pg';
import { definedBy, isAboutConnection, naming } from './copy-failure.ts';

/**
 * Every batch is a transaction. One for everything would need a lock for every table and index at once, more than a small
 * server has room for.
 */
const AT_ONCE = 100;

/** Runs statements in order, many in a round trip. The one that fails is named, where it is known what it makes. */
export async function runStatements(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += AT_ONCE) {
    const batch = statements.slice(at, at + AT_ONCE);
    await client.query(`${batch.join(';\n')};`).catch((error: unknown) => {
      if (isAboutConnection(error)) throw error;
      return runEach(client, batch);
    });
  }
}

/** Again one by one: nothing of a batch that failed stays, and servers say of few errors which statement they are about. */
async function runEach(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await naming(definedBy(statement), () => client.query(statement));
}
