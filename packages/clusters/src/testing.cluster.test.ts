import { withClient } from '@basalt/postgres';
import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from './driver.ts';
import { useTestCluster } from './testing.ts';

describe.each(POSTGRES_MAJORS)('the test cluster of PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  test('runs the version that was asked for, with the schemas of a project', async () => {
    const row = await withClient(cluster.adminAddress, async (client) => {
      const { rows } = await client.query(
        `select current_setting('server_version_num') version, to_regclass('auth.users')::text users`,
      );
      return rows[0];
    });
    expect(Number(row.version) / 10_000).toBeCloseTo(major, 1);
    expect(row.users).toBe('auth.users');
  });

  test('makes databases that do not see each other and look like the original', async () => {
    const [one, other] = [await cluster.createDatabase(), await cluster.createDatabase()];
    await withClient(one, (client) => client.query('create table public.only_here ()'));
    const row = await withClient(other, async (client) => {
      const { rows } = await client.query(
        `select to_regclass('public.only_here') as leaked, to_regclass('auth.users')::text users,
           (select count(distinct (datdba, datacl::text)) from pg_database where datname in ('postgres', current_database())) owners`,
      );
      return rows[0];
    });
    expect(row).toEqual({ leaked: null, users: 'auth.users', owners: 1 });
  });
});

describe('the test cluster of the platform', () => {
  const cluster = useTestCluster({ kind: 'platform' });

  test('is empty', async () => {
    const { rows } = await withClient(await cluster.createDatabase(), (client) =>
      client.query(`select count(*) from pg_namespace where nspname in ('auth', 'storage')`),
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});
