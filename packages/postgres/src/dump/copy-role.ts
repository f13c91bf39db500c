import { randomBytes } from 'node:crypto';
import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import type { Table } from './tables.ts';

const OWNERS = `
select distinct o.rolname as name
from pg_catalog.pg_roles o
where not o.rolsuper and (
  exists (select from pg_catalog.pg_class c where c.relowner = o.oid and c.relkind in ('r', 'p', 'f'))
  or exists (select from pg_catalog.pg_type t where t.typowner = o.oid and t.typtype = 'd')
)`;

/**
 * While rows are written and constraints are checked, code runs that users wrote. It must not run as the superuser, and
 * SET ROLE would be no protection, because that code could undo it. So that is done by a role which logs in by itself and
 * has nothing but the powers of the owners.
 * @param source where the owners are read
 */
export async function createCopyRole(source: pg.Client, target: pg.Client): Promise<string> {
  const { rows } = await source.query<{ name: string }>(OWNERS);
  const name = `basalt_copy_${randomBytes(8).toString('hex')}`;
  await target.query(`create role ${name} login`);
  await target.query(
    `grant ${['pg_read_all_data', ...rows.map((row) => quoteIdent(row.name))].join(', ')} to ${name}`,
  );
  return name;
}

/** Owners can have taken the right to write from themselves. */
export async function letCopyRoleWrite(
  target: pg.Client,
  role: string,
  tables: readonly Table[],
): Promise<void> {
  const { rows } = await target.query<{ table: string }>(
    `select name as table from pg_catalog.unnest($2::text[]) as name
    where not (pg_catalog.has_table_privilege($1, name, 'INSERT') and pg_catalog.has_table_privilege($1, name, 'TRUNCATE'))`,
    [role, tables.filter((table) => !table.ownedBySuperuser).map((table) => table.name)],
  );
  for (const { table } of rows) await target.query(`grant insert, truncate on ${table} to ${role}`);
}

export async function dropCopyRole(target: pg.Client, role: string): Promise<void> {
  await target.query(`drop owned by ${role}; drop role ${role}`);
}
