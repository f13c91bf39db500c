import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { rowsAs } from './attempt.ts';
import { MIGRATIONS } from './ecosystem-migrations.cases.ts';
import { AUTH_TABLES, KNOWN_COLUMNS } from './known-columns.cases.ts';

const COLUMNS = (table: string) => `
  select attname || ' ' || format_type(atttypid, atttypmod) as column from pg_attribute
  where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`;

describe.each(inTurn(POSTGRES_MAJORS))('a new project on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  test.each(Object.keys(MIGRATIONS))('takes the migration: %s', async (name) => {
    const database = await cluster.createDatabase();
    await expect(rowsAs(database, 'postgres', ...(MIGRATIONS[name] ?? []))).resolves.toEqual([]);
  });

  test.each(Object.keys(KNOWN_COLUMNS))('has %s as everybody knows it', async (table) => {
    const rows = await rowsAs(cluster.adminAddress, 'postgres', COLUMNS(table));
    const known = (KNOWN_COLUMNS[table] ?? '').split(',').map((column) => column.trim());
    expect(rows.map((row) => row.column)).toEqual(known);
  });

  test('has every table of the auth service', async () => {
    const tables = `select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1`;
    const rows = await rowsAs(cluster.adminAddress, 'postgres', tables);
    expect(rows.map((row) => row.relname)).toEqual(AUTH_TABLES);
  });

  test('starts with row level security everywhere and without any policy', async () => {
    const open = `
      select oid::regclass::text from pg_class
      where relnamespace::regnamespace::text in ('auth', 'storage', 'realtime') and relkind in ('r', 'p')
        and not relrowsecurity
      union all select polname from pg_policy`;
    expect(await rowsAs(cluster.adminAddress, 'postgres', open)).toEqual([]);
  });

  test('keeps the profile in step when users come and go', async () => {
    const database = await cluster.createDatabase();
    const migration = MIGRATIONS['a profile for every new user'] ?? [];
    await rowsAs(database, 'postgres', ...migration.slice(0, -1));
    const id = '00000000-0000-0000-0000-000000000001';
    const user = `insert into auth.users (id, raw_user_meta_data) values ('${id}', '{"full_name": "Ada"}')`;
    await rowsAs(database, 'supabase_auth_admin', user);
    const profiles = 'select full_name from public.profiles';
    expect(await rowsAs(database, 'postgres', profiles)).toEqual([{ full_name: 'Ada' }]);
    await rowsAs(database, 'supabase_auth_admin', 'delete from auth.users');
    expect(await rowsAs(database, 'postgres', profiles)).toEqual([]);
  });
});
