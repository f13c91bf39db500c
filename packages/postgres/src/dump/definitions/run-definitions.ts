import { splitStatements } from '@basalt/sql';
import type pg from 'pg';
import { definedBy, isAboutConnection, naming } from '../connection/copy-failure.ts';

/** The statements of what pg_dump wrote, fit for a server of the given major version. */
export function definitionStatements(sql: string, targetMajor: number): string[] {
  return splitStatements(sql).flatMap(({ text }) => {
    if (text.startsWith('SET transaction_timeout ')) return targetMajor < 17 ? [] : [text];
    if (text === 'CREATE SCHEMA public') return ['CREATE SCHEMA IF NOT EXISTS public'];
    return [text];
  });
}

/** What a copy does not take from pg_dump, because it is put together from names, or comes from the template. */
const DONE_OTHERWISE = /^(?:CREATE SCHEMA|CREATE EXTENSION|CREATE EVENT TRIGGER|ALTER EVENT TRIGGER)\b/;

export function isLeftToPgDump(statement: string): boolean {
  return !DONE_OTHERWISE.test(statement);
}

/**
 * Sends one statement by the extended protocol, which takes no text that holds two: whatever it says, nothing else begins
 * behind it.
 */
export async function runAlone(client: pg.Client, statement: string): Promise<void> {
  // The driver knows the mode, its types do not.
  const alone = { text: statement, queryMode: 'extended' } as pg.QueryConfig;
  await naming(definedBy(statement), () => client.query(alone));
}

/** In the schemas where the template has functions and types, and users may have theirs. */
const MAYBE_THERE = /^CREATE (?:FUNCTION|PROCEDURE|AGGREGATE|TYPE|DOMAIN) realtime\./;

function isThere(statement: string, error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return MAYBE_THERE.test(statement) && (code === '42710' || code === '42723');
}

/**
 * Runs definitions in order, each alone. The client must be one that has logged in without the powers of a superuser.
 * @param pending statements that these may need, or that may need these: each runs as soon as it can
 */
export async function runDefinitions(
  client: pg.Client,
  statements: readonly string[],
  pending: readonly string[] = [],
): Promise<void> {
  let waiting = pending;
  for (const statement of statements)
    try {
      await runAlone(client, statement);
    } catch (error) {
      if (isAboutConnection(error)) throw error;
      if (isThere(statement, error)) continue;
      const before = waiting.length;
      waiting = await runPossible(client, waiting);
      if (waiting.length === before) throw error;
      await runAlone(client, statement);
    }
  for (const statement of waiting) await runAlone(client, statement);
}

/** In order, up to the first that cannot run yet. Answers what is left. */
async function runPossible(client: pg.Client, statements: readonly string[]): Promise<readonly string[]> {
  for (const [index, statement] of statements.entries())
    try {
      await runAlone(client, statement);
    } catch (error) {
      if (isAboutConnection(error)) throw error;
      return statements.slice(index);
    }
  return [];
}
