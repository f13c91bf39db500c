import { type ConnectionTarget, connect, withClient } from '@basalt/postgres';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterSettings, POSTGRES_MAJORS, SMALL_SETTINGS } from '../driver.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from '../project-database/index.ts';
import { ROLES_OF_SERVICES } from '../roles-of-services.ts';
import { inTurn, takeConnections } from '../testing.ts';
import type { LocalDriver } from './local-driver.ts';
import { freePort } from './server/free-port.ts';
import { project, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
let driver: LocalDriver;
const open: Awaited<ReturnType<typeof connect>>[] = [];

beforeAll(async () => {
  driver = await context.open({ scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() });
});
afterEach(closeAll);

async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)));
}

/** Of 24 connections nine are left to the project's people. */
const SETTINGS: ClusterSettings = {
  ...SMALL_SETTINGS,
  maxConnections: 40,
  keptConnections: { platform: 3, services: 12 },
  // What a project sets wins over its size, and not over what is kept.
  parameters: { max_connections: '24', superuser_reserved_connections: '0', reserved_connections: '0' },
};
const OWN = 9;

/** Opens up to so many connections of a role; answers how many there were, and what the rest was told. */
async function take(target: ConnectionTarget, user: string, count: number): Promise<[number, string[]]> {
  const { clients, refusals } = await takeConnections({ ...target, user }, count);
  open.push(...clients);
  return [clients.length, refusals];
}

/** A connection that was closed keeps its place until its process is gone. */
async function closeAllAndWait(target: ConnectionTarget): Promise<void> {
  await closeAll();
  const left = () =>
    withClient(target, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
      );
      return rows[0]?.n;
    });
  await expect.poll(left).toBe(1);
}

describe.each(inTurn(POSTGRES_MAJORS))('the connections of a project on PostgreSQL %i', (major) => {
  const ref = `abc${major}`;
  const settings = major === 15 ? { ...SETTINGS, parameters: { max_connections: '24' } } : SETTINGS;

  test('that are kept for others cannot be taken by its people', async () => {
    await driver.create(project(ref, { major }));
    const { address } = await driver.start(ref, settings);
    expect(await take(address, 'postgres', 57)).toEqual([OWN, ['53300']]);
    expect(await take(address, 'authenticator', 5)).toEqual([5, []]);
    expect(await take(address, 'supabase_auth_admin', 3)).toEqual([3, []]);
    expect(await take(address, 'supabase_read_only_user', 1)).toEqual([1, []]);
    expect(await take(address, 'basalt_sql_pages', 3)).toEqual([3, []]);
    expect(await take(address, 'supabase_admin', 3)).toEqual([3, []]);
    await closeAllAndWait(address);

    if (major > 15) {
      const { rows } = await withClient(address, (client) =>
        client.query<{ name: string }>(`select member::regrole::text as name from pg_auth_members
          where roleid = 'pg_use_reserved_connections'::regrole`),
      );
      expect(rows.map(({ name }) => name).sort()).toEqual([...ROLES_OF_SERVICES].sort());
      await withClient({ ...address, user: 'postgres' }, async (client) => {
        await client.query('create role app login');
        const grant = client.query('grant pg_use_reserved_connections to app');
        await expect(grant).rejects.toMatchObject({ code: '42501' });
      });
      expect(await take(address, 'app', 57)).toEqual([OWN, ['53300']]);
      expect(await take(address, 'authenticator', 12)).toEqual([12, []]);
      await closeAllAndWait(address);
    }
    await driver.remove(ref);
  });
});

test('the limit follows every start, whatever the database says', async () => {
  await driver.create(project('abd', { port: await freePort() }));
  const { address } = await driver.start('abd', SETTINGS);
  const asAdmin = (sql: string) => withClient(address, (client) => client.query(sql));
  const limit = async () =>
    (await asAdmin(`select rolconnlimit as n from pg_roles where rolname = 'postgres'`)).rows[0].n;
  expect(await limit()).toBe(OWN);

  // As a restored database would bring it along; and what somebody did to the role that stands in.
  await asAdmin('alter role postgres connection limit -1');
  await asAdmin(`alter role basalt_sql_pages password 'open sesame'`);
  await asAdmin('create database "my ""Data"');
  await withClient({ ...address, user: 'basalt_sql_pages' }, async (client) => {
    for (const where of ['', 'in database postgres', 'in database "my ""Data"'])
      await client.query(`alter role basalt_sql_pages ${where} set local_preload_libraries = 'not_there'`);
  });
  await driver.restart('abd', SETTINGS);
  expect(await limit()).toBe(OWN);
  expect(await take(address, 'basalt_sql_pages', 1)).toEqual([1, []]);
  expect(await take({ ...address, database: 'my "Data' }, 'basalt_sql_pages', 1)).toEqual([1, []]);
  const overTcp = new pg.Client({
    ...{ host: '127.0.0.1', port: address.port, database: 'postgres' },
    ...{ user: 'basalt_sql_pages', password: 'open sesame' },
  });
  await expect(overTcp.connect()).rejects.toMatchObject({ code: '28000' });

  // Another size; and one so small that what is kept does not fit into it.
  await driver.restart('abd', { ...SETTINGS, parameters: { max_connections: '50' } });
  expect(await limit()).toBe(35);
  await driver.restart('abd', { ...SETTINGS, parameters: { max_connections: '10' } });
  expect(await limit()).toBe(1);

  // A running one that an earlier version has started is limited as soon as it is adopted.
  await asAdmin('alter role postgres connection limit -1');
  const another = await context.open({ scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() });
  expect((await another.start('abd', { ...SETTINGS, parameters: {} })).adopted).toBe(true);
  expect(await limit()).toBe(1);
  await driver.remove('abd');
});

test('temporary files are limited, and not by the project', async () => {
  await driver.create(project('abe'));
  const { address } = await driver.start('abe', { ...SMALL_SETTINGS, temporaryFilesMb: 8 });
  const asOwner = (sql: string) =>
    withClient({ ...address, user: 'postgres' }, (client) => client.query(sql));
  const sort = 'select count(*) from (select n from generate_series(1, 2000000) n order by random()) s';
  await expect(asOwner(sort)).rejects.toMatchObject({
    code: '53400',
    message: expect.stringContaining('temp_file_limit'),
  });
  await expect(asOwner(`set temp_file_limit = -1; ${sort}`)).rejects.toMatchObject({ code: '42501' });
  expect(await driver.stats('abe')).toMatchObject({ temporaryBytes: 0, ownBackends: 0 });

  // What is there is counted, as part of the whole.
  const [holder] = [await connect({ ...address, user: 'postgres' })];
  open.push(holder);
  await holder.query(`begin; declare c cursor with hold for select repeat('x', 1000) from generate_series(1, 7000);
    commit`);
  const { temporaryBytes, diskBytes, walBytes, ownBackends } = await driver.stats('abe');
  expect(temporaryBytes).toBeGreaterThan(5_000_000);
  expect(diskBytes - walBytes).toBeGreaterThan(temporaryBytes);
  expect(ownBackends).toBe(1);

  // They go without anything being written.
  const quiet = { quietAgeMs: 60_000 };
  expect((await driver.stats('abe', quiet)).temporaryBytes).toBeGreaterThan(5_000_000);
  await holder.query('close c');
  expect((await driver.stats('abe', quiet)).temporaryBytes).toBe(0);
  await closeAll();
  await driver.remove('abe');
});
