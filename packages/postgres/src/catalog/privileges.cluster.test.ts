import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { PRIVILEGES_SQL, parsePrivileges, type SchemaPrivileges } from './privileges.ts';

const SQL = `
  create schema closed;
  create table closed.t (id int);
  grant all on closed.t to anon;
  create table public.open (id int);
  create table public.readable (id int, secret int);
  create table public.shut (id int);
  create view public."a view" as select 1 as one;
  create function public.callable() returns int language sql as 'select 1';
  create function public.shut_function() returns int language sql as 'select 1';
  revoke all on public.readable, public.shut from anon;
  revoke all on function public.shut_function() from public, anon;
  grant select (id) on public.readable to anon;`;

describe.each(inTurn([15, 18] as const))('the privileges of a role on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  async function privilegesIn(
    schema: string,
  ): Promise<{ privileges: SchemaPrivileges; functions: string[] }> {
    const address = await cluster.createDatabase();
    return await withClient(address, async (client) => {
      await client.query(SQL);
      await client.query('set role anon');
      const { rows } = await client.query(PRIVILEGES_SQL, [schema]);
      const privileges = parsePrivileges(rows[0]?.privileges ?? null);
      const names = await client.query('select proname from pg_proc where oid = any($1::oid[]) order by 1', [
        [...privileges.functions],
      ]);
      return { privileges, functions: names.rows.map(({ proname }) => proname) };
    });
  }

  it('say what it may read, write and call', async () => {
    const { privileges, functions } = await privilegesIn('public');
    const relations = Object.fromEntries(privileges.relations);
    const all = { select: true, insert: true, update: true, delete: true };
    const none = { select: false, insert: false, update: false, delete: false };
    expect(relations).toMatchObject({ open: all, readable: { ...none, select: true }, shut: none });
    expect(relations['a view']?.select).toBe(true);
    expect(functions).toContain('callable');
    expect(functions).not.toContain('shut_function');
  });

  it.each(['closed', 'nowhere'])('are none in the schema %s', async (schema) => {
    const { privileges } = await privilegesIn(schema);
    expect(privileges).toEqual({ relations: new Map(), functions: new Set() });
  });
});
