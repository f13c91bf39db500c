import { randomBytes } from 'node:crypto';
import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import type { Table } from './tables.ts';

/**
 * Definitions hold text of users, and while rows are written and constraints are checked, code runs that users wrote. None of
 * it must run as a superuser, and SET ROLE would be no protection, because it could be undone. So all of that is done by a
 * role which logs in by itself and has nothing but the powers of the owners; it cannot become any of them.
 * @param owners of anything in the source; superusers among them are left out
 */
export async function createCopyRole(target: pg.Client, owners: readonly string[]): Promise<string> {
  const { rows } = await target.query<{ name: string }>(
    `select rolname as name from pg_catalog.pg_roles
    where not rolsuper and not rolreplication and rolname !~ '^pg_'
      and (rolname = any ($1) or rolname = 'postgres' or rolname ~ '^supabase_(auth|storage|realtime)_admin$')`,
    [owners],
  );
  const name = `basalt_copy_${randomBytes(8).toString('hex')}`;
  await target.query(`create role ${name} login bypassrls`);
  for (const owner of rows)
    await target.query(`grant ${quoteIdent(owner.name)} to ${name} with inherit true, set false`);
  await target.query(`grant set on parameter session_replication_role to ${name}`);
  return name;
}

/** Lets the role make objects in these schemas, and foreign tables with the wrappers that are there. */
export async function letCopyRoleCreate(
  target: pg.Client,
  role: string,
  schemas: readonly string[],
): Promise<void> {
  for (const schema of schemas)
    await target.query(`grant usage, create on schema ${quoteIdent(schema)} to ${role}`);
  const { rows } = await target.query<{ name: string }>(
    'select fdwname as name from pg_catalog.pg_foreign_data_wrapper',
  );
  for (const { name } of rows)
    await target.query(`grant usage on foreign data wrapper ${quoteIdent(name)} to ${role}`);
}

/**
 * Tables of extensions and of the superuser have no owner whose powers the role has, and owners can have taken the right to
 * write from themselves.
 */
export async function letCopyRoleWrite(
  target: pg.Client,
  role: string,
  tables: readonly Table[],
): Promise<void> {
  const { rows } = await target.query<{ table: string }>(
    `select name as table from pg_catalog.unnest($2::text[]) as name
    where not (pg_catalog.has_table_privilege($1, name, 'INSERT') and pg_catalog.has_table_privilege($1, name, 'TRUNCATE'))`,
    [role, tables.map((table) => table.name)],
  );
  for (const { table } of rows) await target.query(`grant insert, truncate on ${table} to ${role}`);
}

export async function dropCopyRole(target: pg.Client, role: string): Promise<void> {
  await target.query(`drop owned by ${role}; drop role ${role}`);
}
