import { splitStatements } from '@basalt/sql';
import type pg from 'pg';
import { QueryError, SQLSTATE } from '../query-error.ts';
import { definedBy, naming } from './copy-failure.ts';
import { runStatements } from './run-statements.ts';

/** The statements of what pg_dump wrote, fit for a server of the given major version. */
export function definitionStatements(sql: string, targetMajor: number): string[] {
  return splitStatements(sql).flatMap(({ text }) => {
    if (text.startsWith('SET transaction_timeout ')) return targetMajor < 17 ? [] : [text];
    if (text === 'CREATE SCHEMA public') return ['CREATE SCHEMA IF NOT EXISTS public'];
    return [text];
  });
}

const NAME = '(?:"(?:[^"]|"")*"|[^\\s".]+)';
const ALTERED = new RegExp(
  `^ALTER (TABLE|FOREIGN TABLE|DOMAIN) (?:ONLY )?(${NAME}(?:\\.${NAME})?)\\s+([\\s\\S]*)$`,
);
const CHECKS = new RegExp(`^(?:ATTACH PARTITION|ADD (?:CONSTRAINT ${NAME} )?CHECK)\\b`);

/**
 * The table or domain on which a statement works out expressions of its owner: conditions for rows that are there already,
 * bounds of partitions. Null for all other statements.
 */
export function checkedObject(statement: string): { kind: 'table' | 'domain'; name: string } | null {
  if (!/^ALTER (TABLE|FOREIGN TABLE|DOMAIN) /.test(statement)) return null;
  const [, kind, name = '', action = ''] = ALTERED.exec(statement) ?? [];
  if (kind === undefined)
    throw new QueryError({
      message: 'A definition has a form that is not known, and nobody can tell as whom to run it.',
      code: SQLSTATE.notSupported,
    });
  if (!CHECKS.test(action)) return null;
  return { kind: kind === 'DOMAIN' ? 'domain' : 'table', name };
}

const OWNED_BY_SUPERUSER = {
  table: `select o.rolsuper as yes from pg_catalog.pg_class c join pg_catalog.pg_roles o on o.oid = c.relowner
    where c.oid = $1::regclass`,
  domain: `select o.rolsuper as yes from pg_catalog.pg_type t join pg_catalog.pg_roles o on o.oid = t.typowner
    where t.oid = $1::regtype`,
};

async function isForOwner(superuser: pg.Client, statement: string): Promise<boolean> {
  const object = checkedObject(statement);
  if (object === null) return false;
  const { rows } = await superuser.query<{ yes: boolean }>(OWNED_BY_SUPERUSER[object.kind], [object.name]);
  return rows[0]?.yes !== true;
}

/** Runs definitions in order as the superuser, but those that run what users wrote with the powers of the owners. */
export async function runDefinitions(
  superuser: pg.Client,
  owner: pg.Client,
  statements: readonly string[],
): Promise<void> {
  let waiting: string[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await runStatements(superuser, batch);
  };
  for (const statement of statements) {
    if (checkedObject(statement) === null) {
      waiting.push(statement);
      continue;
    }
    // The object may be among those that wait.
    await flush();
    const client = (await isForOwner(superuser, statement)) ? owner : superuser;
    await naming(definedBy(statement), () => client.query(statement));
  }
  await flush();
}
