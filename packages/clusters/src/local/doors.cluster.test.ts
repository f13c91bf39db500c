import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@basalt/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClusterAddress } from '../driver.ts';
import { readRecord } from './data/cluster-record.ts';
import { runsAsRoot } from './owners/access.ts';
import { freePort } from './server/free-port.ts';
import { project, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
let address: ClusterAddress;

beforeAll(async () => {
  const { driver } = context;
  await driver.create(project('abc', { port: await freePort() }));
  ({ address } = await driver.start('abc'));
  await withClient(address, async (client) => {
    await client.query(`create role visitor login replication password 'open sesame'`);
    await client.query(`create role nosy login password 'open sesame'`);
    await client.query(`create extension dblink`);
    await client.query(`alter role supabase_admin password 'open sesame'`);
  });
});
afterAll(() => context.driver.remove('abc'));

async function overTcp(user: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const target = {
    host: '127.0.0.1',
    user,
    password: 'open sesame',
    port: address.port,
    database: 'postgres',
  };
  const client = new pg.Client({ ...target, ...more });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
  return 'let in';
}

test('over TCP a user needs the right password', async () => {
  expect(await overTcp('visitor')).toBe('let in');
  await expect(overTcp('visitor', { password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
});

test('over TCP neither the superuser nor whole-cluster replication gets in, even with the right password', async () => {
  await expect(overTcp('supabase_admin')).rejects.toMatchObject({ code: '28000' });
  await expect(overTcp('visitor', { replication: 'true' })).rejects.toMatchObject({ code: '28000' });
});

test('SQL of an ordinary user cannot come back in through the trusted socket', async () => {
  const loop = `host=${address.host} port=${address.port} dbname=postgres user=supabase_admin`;
  const attempts = [loop, `${loop} password=any`];
  for (const connection of attempts) {
    await expect(
      withClient({ ...address, user: 'nosy' }, (client) =>
        client.query('select * from dblink($1, $2) as t(x text)', [connection, 'select 1']),
      ),
      // Not let in by the server, or, as root, not even to the folder of the socket.
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(08001|2F003)$/) });
  }
});

test('a failing statement with a password in it does not reach the log', async () => {
  await expect(
    withClient(address, (client) => client.query(`create role visitor password 'swordfish'`)),
  ).rejects.toMatchObject({ code: '42710' });
  const log = await readFile(join(context.driver.root, 'projects', 'abc', 'log'), 'utf8');
  expect(log).toContain('role "visitor" already exists');
  expect(log).not.toContain('swordfish');
});

test('the server gets nothing of our environment', async () => {
  process.env.SECRET_OF_THE_PLATFORM = 'swordfish';
  const { pid } = await context.driver.restart('abc');
  delete process.env.SECRET_OF_THE_PLATFORM;
  if (process.platform === 'linux')
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('swordfish');
});

test('a reader of logical replication does not hold up a stop', async () => {
  const { driver } = context;
  const reader = new pg.Client({ ...address, replication: 'database' } as pg.ClientConfig);
  reader.on('error', () => undefined);
  await reader.connect();
  await reader.query('CREATE_REPLICATION_SLOT reader LOGICAL pgoutput');
  const ended = reader
    .query(`START_REPLICATION SLOT reader LOGICAL 0/0 (proto_version '1', publication_names 'none')`)
    .catch((error) => error);
  await expect
    .poll(() =>
      withClient(
        address,
        async (client) => (await client.query('select active from pg_replication_slots')).rows,
      ),
    )
    .toEqual([{ active: true }]);
  await driver.stop('abc');
  expect(await ended).toBeInstanceOf(Error);
  const log = await readFile(join(driver.root, 'projects', 'abc', 'log'), 'utf8');
  expect(log).not.toContain('immediate shutdown');
  await driver.start('abc');
});

describe.skipIf(!runsAsRoot)('as root, every cluster has a user of its own', () => {
  let uids: number[];
  beforeAll(async () => {
    const { driver } = context;
    await driver.create(project('other'));
    await driver.start('other');
    uids = await Promise.all(
      ['abc', 'other'].map(
        async (ref) => (await readRecord(join(driver.root, 'projects', ref, 'cluster.json')))?.uid ?? 0,
      ),
    );
  });
  afterAll(() => context.driver.remove('other'));

  const asUser = (uid: number, program: string, ...args: string[]) =>
    spawnSync(program, args, { uid, gid: uid, encoding: 'utf8' });

  test('a strict umask of ours does not lock servers out', async () => {
    const { driver } = context;
    const usual = process.umask(0o077);
    try {
      const strict = await context.open();
      await strict.create(project('strict'));
      await strict.start('strict');
    } finally {
      process.umask(usual);
    }
    expect(await driver.status('strict')).toBe('running');
    await driver.remove('strict');
  });

  test('servers run as different users, none of them root', async () => {
    expect(new Set(uids).size).toBe(2);
    expect(Math.min(...uids)).toBeGreaterThan(59_999);
  });

  test.each([
    ['data', 'PG_VERSION'],
    ['', 'cluster.json'],
    ['', 'log'],
    ['', 'pg_hba.conf'],
  ])('nobody else can read %s/%s', (folder, file) => {
    const path = join(context.driver.root, 'projects', 'abc', folder, file);
    for (const uid of [uids[1] ?? 0, 65_534])
      expect(asUser(uid, 'cat', path).stderr).toMatch(/Permission denied/);
  });

  test('a server can neither change its record nor replace its log', () => {
    const folder = join(context.driver.root, 'projects', 'abc');
    expect(asUser(uids[0] ?? 0, 'cat', join(folder, 'data', 'PG_VERSION')).stdout).toBe('17\n');
    expect(asUser(uids[0] ?? 0, 'cat', join(folder, 'cluster.json')).stderr).toMatch(/Permission denied/);
    expect(asUser(uids[0] ?? 0, 'mv', join(folder, 'log'), join(folder, 'moved')).stderr).toMatch(
      /Permission denied/,
    );
  });

  test('nobody else can enter the folder of the socket, nor list templates and warm copies', () => {
    expect(asUser(uids[1] ?? 0, 'ls', address.host).stderr).toMatch(/Permission denied/);
    for (const folder of ['pool', 'trash', 'projects'])
      expect(asUser(uids[1] ?? 0, 'ls', join(context.driver.root, folder)).stderr).toMatch(
        /Permission denied/,
      );
  });
});
