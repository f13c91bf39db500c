import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { describe, expect, test } from 'vitest';
import { type ClusterAddress, POSTGRES_MAJORS, SMALL_SETTINGS } from '../driver.ts';
import { inTurn } from '../matrix-share.ts';
import { withFileLock } from './locks/file-lock.ts';
import { isAlive, processes } from './processes/processes.ts';
import { freePort } from './server/free-port.ts';
import { project, useTestDriver } from './test-driver.ts';

const test17 = useTestDriver();

async function value(address: ClusterAddress, sql: string): Promise<unknown> {
  const { rows } = await withClient(address, (client) => client.query({ text: sql, rowMode: 'array' }));
  return rows[0]?.[0];
}

describe.each(inTurn(POSTGRES_MAJORS))('a cluster of PostgreSQL %i', (major) => {
  const ref = `life${String.fromCharCode(96 + major)}`;

  test('is created, started and answers, with what the template holds', async () => {
    const { driver } = test17;
    expect(await driver.status(ref)).toBe('absent');
    await driver.create(project(ref, { major, port: await freePort() }));
    expect(await driver.status(ref)).toBe('stopped');
    const running = await driver.start(ref);
    expect(await driver.status(ref)).toBe('running');
    expect(running).toMatchObject({ ref, major, adopted: false, address: await driver.address(ref) });
    expect(await value(running.address, 'select text from marker')).toBe('from the template');
    expect(await value(running.address, 'show data_checksums')).toBe('on');
    expect(await value(running.address, `select 'É' ilike 'é'`)).toBe(true);
  });

  test('keeps its rows over a stop', async () => {
    const { driver } = test17;
    const address = await driver.address(ref);
    await withClient(address, (client) => client.query('create table kept as select 42 as answer'));
    await driver.stop(ref);
    expect(await driver.status(ref)).toBe('stopped');
    expect(existsSync(address.host)).toBe(false);
    await driver.start(ref);
    expect(await value(address, 'select answer from kept')).toBe(42);
  });

  test('tells what it uses', async () => {
    const { driver } = test17;
    const address = await driver.address(ref);
    const stats = await withClient(address, async (client) => {
      await client.query('select count(md5(n::text)) from generate_series(1, 300000) n');
      return driver.stats(ref);
    });
    expect(stats.backends).toBe(1);
    expect(stats.cpuSeconds).toBeGreaterThan(0);
    expect(stats.cpuSeconds).toBeLessThan(60);
    expect(stats.diskBytes).toBeGreaterThan(20e6);
    expect(Math.abs(Date.now() - (stats.startedAt?.getTime() ?? 0))).toBeLessThan(60_000);
    if (process.platform === 'linux') expect(stats.pssBytes).toBeGreaterThan(5e6);
  });

  test('tells what it takes on disk now, and without memory when not asked for it', async () => {
    const { driver } = test17;
    const address = await driver.address(ref);
    const before = await driver.stats(ref);
    await withClient(address, (client) =>
      client.query('create table bulk as select repeat($1, 100) from generate_series(1, 20000)', ['x']),
    );
    const { pssBytes, diskBytes } = await driver.stats(ref, { memory: false });
    expect(pssBytes).toBeNull();
    expect(diskBytes).toBeGreaterThan(before.diskBytes);
  });

  test('names the extensions of its build', async () => {
    const { driver } = test17;
    const address = await driver.address(ref);
    const sql = 'select array_agg(name::text order by name collate "C") from pg_available_extensions';
    expect(await driver.availableExtensions(major)).toEqual(await value(address, sql));
  });

  test('leaves nothing when removed', async () => {
    const { driver } = test17;
    const running = await driver.start(ref);
    await driver.remove(ref);
    expect(await driver.status(ref)).toBe('absent');
    expect(isAlive(running.pid)).toBe(false);
    expect(await processes.inside(driver.root)).toEqual([]);
    expect(existsSync(running.address.host)).toBe(false);
    for (const folder of ['projects', 'trash', 'run', 'locks'])
      expect(await readdir(join(driver.root, folder))).toEqual([]);
  });
});

test('every command may be repeated', async () => {
  const { driver } = test17;
  await driver.create(project('again'));
  await driver.create(project('again'));
  const first = await driver.start('again');
  const second = await driver.start('again');
  expect(second).toMatchObject({ pid: first.pid, adopted: true });
  await driver.create(project('again'));
  expect(await driver.list()).toEqual(['again']);
  const restarted = await driver.restart('again');
  expect(restarted.pid).not.toBe(first.pid);
  await driver.stop('again');
  await driver.stop('again');
  await driver.remove('again');
  await driver.remove('again');
  await expect(driver.start('again')).rejects.toThrow('There is no database called again on this machine.');
});

test('one that runs is found while another command has the cluster, and without a byte written', async () => {
  const { driver } = test17;
  await driver.create(project('found'));
  const { pid } = await driver.start('found');
  await withFileLock(join(driver.root, 'locks', 'found'), async () => {
    expect(await driver.start('found')).toMatchObject({ pid, adopted: true });
  });
  await driver.remove('found');
});

test('a cluster that exists is not taken for another one', async () => {
  const { driver } = test17;
  await driver.create(project('same'));
  await expect(driver.create(project('same', { major: 16 }))).rejects.toThrow(
    /exists already, with PostgreSQL 17/,
  );
  await driver.remove('same');
});

test('calls at the same time on one cluster, from two drivers, end in one server', async () => {
  const { driver } = test17;
  const other = await test17.open();
  await Promise.all([driver.create(project('both')), other.create(project('both'))]);
  const started = await Promise.all([driver.start('both'), other.start('both'), driver.start('both')]);
  expect(new Set(started.map((each) => each.pid)).size).toBe(1);
  expect(started.filter((each) => !each.adopted)).toHaveLength(1);
  await driver.remove('both');
});

test('settings are kept for later starts, and a restart without any keeps them too', async () => {
  const { driver } = test17;
  await driver.create(project('sized'));
  await driver.start('sized', { ...SMALL_SETTINGS, sharedBuffersMb: 24, parameters: { work_mem: '7MB' } });
  const other = await test17.open();
  const { address } = await other.restart('sized');
  expect(await value(address, 'show shared_buffers')).toBe('24MB');
  expect(await value(address, 'show work_mem')).toBe('7MB');
  await driver.restart('sized', SMALL_SETTINGS);
  expect(await value(address, 'show shared_buffers')).toBe('16MB');
  await driver.remove('sized');
});

test('no two clusters have the same system identifier', async () => {
  const { driver } = test17;
  const identifiers = new Set<unknown>();
  for (const ref of ['idone', 'idtwo']) {
    await driver.create(project(ref));
    const { address } = await driver.start(ref);
    identifiers.add(await value(address, 'select system_identifier::text from pg_control_system()'));
    // The WAL must carry the identifier too, or this record could not be read back after a crash.
    expect(await value(address, 'select pg_walfile_name(pg_switch_wal()) is not null')).toBe(true);
    await driver.restart(ref);
  }
  expect(identifiers.size).toBe(2);
  await Promise.all(['idone', 'idtwo'].map((ref) => driver.remove(ref)));
});

test('a finished data directory becomes a cluster of its own', async () => {
  const { driver } = test17;
  await driver.create(project('source'));
  await driver.start('source');
  await withClient(await driver.address('source'), (client) => client.query('create table moved ()'));
  await driver.stop('source');
  const dataDirectory = join(driver.root, 'projects', 'source', 'data');
  await driver.create(project('target'), { dataDirectory });
  const { address } = await driver.start('target');
  expect(await value(address, `select to_regclass('moved') is not null`)).toBe(true);
  await Promise.all(['source', 'target'].map((ref) => driver.remove(ref)));
});

test('the platform has a cluster without the schemas of a project, apart from the list', async () => {
  const { driver } = test17;
  await driver.create({ ref: 'platform', kind: 'platform', major: 17, port: null });
  const { address } = await driver.start('platform');
  expect(await value(address, `select to_regclass('marker')`)).toBeNull();
  expect(await driver.list()).not.toContain('platform');
  await driver.remove('platform');
});
