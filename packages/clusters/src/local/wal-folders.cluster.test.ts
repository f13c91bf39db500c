import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@basalt/postgres';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClusterAddress, SMALL_SETTINGS } from '../driver.ts';
import { inTurn } from '../matrix-share.ts';
import { ClusterFiles } from './data/cluster-files.ts';
import { runsAsRoot } from './owners/access.ts';
import { project, scratch, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
afterEach(async () => {
  for (const ref of ['abc', 'try']) await context.driver.remove(ref);
});

const SEGMENT = /^[0-9A-F]{24}$/;

async function outbox(ref: string): Promise<string[]> {
  return (await context.driver.walFiles(ref)).list('finished');
}

/** As root sees it. */
async function walFolder(ref: string): Promise<string> {
  const { data } = await new ClusterFiles(context.driver.root, null, false).get(ref);
  return join(data, 'pg_wal');
}

async function switchSegment(address: ClusterAddress): Promise<string> {
  return withClient(address, async (client) => {
    await client.query('create table if not exists n (n int); insert into n values (1)');
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as name');
    await client.query('select pg_switch_wal()');
    return rows[0].name;
  });
}

describe.each(inTurn([15, 18] as const))('a project on PostgreSQL %i', (major) => {
  let address: ClusterAddress;
  beforeEach(async () => {
    await context.driver.create(project('abc', { major }));
    const settings =
      major >= 17 ? { ...SMALL_SETTINGS, parameters: { summarize_wal: 'on' } } : SMALL_SETTINGS;
    address = (await context.driver.start('abc', settings)).address;
  });

  test('puts every finished segment into its outbox, and the one that a pause ends', async () => {
    const { driver } = context;
    expect(await outbox('abc')).toEqual([]);
    const first = await switchSegment(address);
    await expect.poll(() => outbox('abc')).toEqual([first]);
    const files = await driver.walFiles('abc');
    expect(await files.list('log')).toContain(first);
    await withClient(address, (client) => client.query('insert into n values (2)'));
    await driver.stop('abc');
    const names = await outbox('abc');
    expect(names).toHaveLength(2);
    expect(names.every((name) => SEGMENT.test(name))).toBe(true);
    for (const name of names) expect((await files.stat('finished', name))?.size).toBe(16 * 1024 * 1024);
  });

  test('is not disturbed by it: checkpoints, listings, base backups and recovery do not see it', async () => {
    const { driver } = context;
    const archived: string[] = [];
    for (let n = 0; n < 4; n += 1) archived.push(await switchSegment(address));
    const listed = await withClient(address, async (client) => {
      await client.query('checkpoint');
      return (await client.query('select name from pg_ls_waldir()')).rows.map(({ name }) => name);
    });
    expect(listed).not.toContain('outbox');
    await expect.poll(() => outbox('abc')).toEqual(archived);
    const backup = await baseBackup(address);
    expect(backup).toContain('pg_wal/');
    expect(backup).not.toContain('outbox');
    const { pid } = await driver.start('abc');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => driver.status('abc')).toBe('stopped');
    await driver.start('abc');
    expect(await outbox('abc')).toEqual(expect.arrayContaining(archived));
    await withClient(address, async (client) => {
      expect((await client.query('select count(*)::int as n from n')).rows).toEqual([{ n: 4 }]);
    });
  });
});

/** The names and contents of a base backup with its WAL, as one text. */
async function baseBackup(address: ClusterAddress): Promise<string> {
  const client = new pg.Client({ ...address, replication: 'true' } as pg.ClientConfig);
  await client.connect();
  const chunks: Buffer[] = [];
  client.connection.on('copyData', ({ chunk }: { chunk: Buffer }) => chunks.push(Buffer.from(chunk)));
  await client.query(`BASE_BACKUP (CHECKPOINT 'fast', WAL true)`);
  await client.end();
  return Buffer.concat(chunks).toString('latin1');
}

test('what a killed server began to copy is cleared away, and a link in place of the outbox is not followed', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  await driver.start('abc');
  const folder = join(await walFolder('abc'), 'outbox');
  await driver.stop('abc');
  await writeFile(join(folder, 'archtemp.000000010000000000000001.123.456'), 'half');
  await driver.start('abc');
  expect(await outbox('abc')).not.toContainEqual(expect.stringMatching(/^archtemp/));
  await driver.stop('abc');

  const elsewhere = join(driver.root, 'elsewhere');
  await mkdir(elsewhere);
  await rm(folder, { recursive: true });
  await symlink(elsewhere, folder);
  expect(await outbox('abc')).toEqual([]);
  const { uid } = await stat(elsewhere);
  await driver.start('abc');
  expect((await stat(elsewhere)).uid).toBe(uid);
  await driver.stop('abc');
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await outbox('abc')).not.toEqual([]);
});

describe.skipIf(!runsAsRoot)('what root is shown of a log', () => {
  const SECRET = '000000010000000000000077';

  test('is what its user may see, wherever he lays links', async () => {
    const { driver } = context;
    await driver.create(project('abc'));
    await driver.start('abc');
    await driver.stop('abc');
    const files = await driver.walFiles('abc');
    const folder = await walFolder('abc');
    const elsewhere = join(driver.root, 'secrets');
    await mkdir(elsewhere, { mode: 0o700 });
    await writeFile(join(elsewhere, SECRET), 'swordfish', { mode: 0o600 });
    await symlink(join(elsewhere, SECRET), join(folder, SECRET));
    expect(await files.read('log', SECRET, 0, 100)).toBeNull();

    await rename(folder, `${folder}-aside`);
    await symlink(elsewhere, folder);
    await expect(files.list('log')).resolves.toEqual([]);
    await expect(files.read('log', SECRET, 0, 100)).rejects.toMatchObject({ code: 'EACCES' });
    await expect(files.write('log', 'planted', Buffer.from('x'), 1)).rejects.toMatchObject({
      code: 'EACCES',
    });
    await expect(files.remove('log', SECRET)).rejects.toMatchObject({ code: 'EACCES' });
    expect(await readdir(elsewhere)).toEqual([SECRET]);
  });

  test.each(['', '.', '..', '../PG_VERSION', 'a/b', 'a\0b'])(
    'takes no other path for a name: %j',
    async (name) => {
      const { driver } = context;
      await driver.create(project('abc'));
      await expect((await driver.walFiles('abc')).read('log', name, 0, 1)).rejects.toThrow(
        /is no name of a file/,
      );
    },
  );
});

test('scratch clusters keep no archive unless they are told to', async () => {
  const { driver } = context;
  await driver.create(scratch('try'));
  await switchSegment((await driver.start('try')).address);
  await driver.stop('try');
  expect(await outbox('try')).toEqual([]);
  const { address } = await driver.start('try', { ...SMALL_SETTINGS, parameters: { archive_mode: 'on' } });
  const name = await switchSegment(address);
  await expect.poll(() => outbox('try')).toContain(name);
});

describe('a cluster that recovers from an archive', () => {
  const recovering = (parameters: Record<string, string>) => ({
    ...SMALL_SETTINGS,
    parameters: { hot_standby: 'off', recovery_target_action: 'promote', ...parameters },
  });
  beforeEach(async () => {
    const { driver } = context;
    await driver.create(scratch('try'));
    const { data } = await new ClusterFiles(driver.root, null, false).get('try');
    await writeFile(join(data, 'recovery.signal'), '', { mode: 0o644 });
  });

  test('answers only when it is promoted', async () => {
    const { address } = await context.driver.start('try', recovering({ restore_command: 'false' }));
    await withClient(address, async (client) => {
      expect((await client.query('select pg_is_in_recovery() as still')).rows).toEqual([{ still: false }]);
    });
  });

  test('that cannot reach its target says so in the words of its log', async () => {
    const settings = recovering({
      restore_command: 'false',
      recovery_target_time: '2999-01-01 00:00:00+00',
    });
    const failure = await context.driver.start('try', settings).catch((error: unknown) => error);
    const reason = 'recovery ended before configured recovery target was reached';
    expect(failure).toMatchObject({ code: 'start_failed', message: expect.stringContaining(reason) });
    expect(failure).toMatchObject({ details: expect.arrayContaining([expect.stringContaining(reason)]) });
  });

  test('that takes longer than one has patience for is left to itself, and can be stopped', async () => {
    const { driver } = context;
    const settings = recovering({ restore_command: 'sleep 30; false' });
    await expect(driver.start('try', settings, { patienceMs: 200 })).rejects.toThrow(
      'The database try is still recovering. It goes on by itself',
    );
    expect(await driver.status('try')).toBe('running');
    await driver.stop('try');
    expect(await driver.status('try')).toBe('stopped');
  });
});
