import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';

interface Extension {
  name: string;
  schema: string;
  /** Null: the superuser. */
  owner: string | null;
}

const EXTENSIONS = `
select e.extname as name, n.nspname as schema, case when not o.rolsuper then o.rolname end as owner
from pg_catalog.pg_extension e
  join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  join pg_catalog.pg_roles o on o.oid = e.extowner
where e.extname <> 'plpgsql'
-- One may need another that was made before.
order by e.oid`;

/** Those that somebody who is no superuser may make. */
const TRUSTED = 'select name from pg_catalog.pg_available_extension_versions where trusted group by 1';

/**
 * Statements that make the extensions of a database in a new one, before there is anything of users in their schemas that
 * their scripts could find instead of what they mean.
 */
export async function extensionStatements(source: pg.Client, target: pg.Client): Promise<string[]> {
  const wanted = (await source.query<Extension>(EXTENSIONS)).rows;
  const present = new Map(
    (await target.query<Extension>(EXTENSIONS)).rows.map(({ name, schema }) => [name, schema]),
  );
  const trusted = new Set((await target.query<{ name: string }>(TRUSTED)).rows.map(({ name }) => name));
  return wanted.flatMap(({ name, schema, owner }) => {
    const there = present.get(name);
    if (there === schema) return [];
    if (there !== undefined) return [`ALTER EXTENSION ${quoteIdent(name)} SET SCHEMA ${quoteIdent(schema)}`];
    const make = `CREATE EXTENSION ${quoteIdent(name)} WITH SCHEMA ${quoteIdent(schema)}`;
    if (owner === null || !trusted.has(name)) return [make];
    return [`SET SESSION AUTHORIZATION ${quoteIdent(owner)}`, make, 'RESET SESSION AUTHORIZATION'];
  });
}
