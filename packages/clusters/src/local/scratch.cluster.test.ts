import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ClusterFiles } from './data/cluster-files.ts';
import { moveData } from './data/move-data.ts';
import { clusterFolder } from './files/layout.ts';
import { runsAsRoot } from './owners/access.ts';
import { processes } from './processes/processes.ts';
import { freePort } from './server/free-port.ts';
import { addTable, tablesAt, tablesOf } from './tables-for-test.ts';
import { project, scratch, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
const clusterFiles = () => new ClusterFiles(context.driver.root, null, false);
afterEach(async () => {
  for (const ref of ['abc', 'try', 'other']) await context.driver.remove(ref);
});

test('a scratch cluster lives beside the projects: no port, a user of its own, in no list but its own', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  await driver.create(scratch('try'));
  expect(await driver.list()).toEqual(['abc']);
  expect(await driver.listScratch()).toEqual(['try']);
  const running = await driver.start('try');
  expect(running.port).toBeNull();
  expect(await tablesAt(running.address)).toEqual(['marker']);
  const users = await Promise.all(
    ['abc', 'try'].map(async (ref) => (await clusterFiles().get(ref)).record.uid),
  );
  if (runsAsRoot) expect(users[0]).not.toBe(users[1]);

  await driver.remove('try');
  expect(await driver.listScratch()).toEqual([]);
  expect(existsSync(running.address.host)).toBe(false);
  expect(await processes.inside(join(driver.root, 'scratch'))).toEqual([]);
});

test('it outlives the driver that made it, even half-made, so that somebody can remove it', async () => {
  await context.driver.create(scratch('try'));
  await mkdir(clusterFolder(context.driver.root, 'other', 'scratch').folder);
  const next = await context.open();
  expect(await next.listScratch()).toEqual(['other', 'try']);
  expect(await next.status('other')).toBe('absent');
  for (const ref of ['other', 'try']) await next.remove(ref);
  expect(await next.listScratch()).toEqual([]);
});

test('an empty one holds nothing of a project; a project made of it is brought up to date when it starts', async () => {
  const update = { name: 'newer', sql: 'create table if not exists public.newer ()' };
  const driver = await context.open({ updates: [update] });
  await driver.create(scratch('try'), { empty: true });
  expect(await tablesOf(driver, 'try')).toEqual([]);
  await driver.stop('try');
  await driver.create(project('abc'), { scratch: 'try' });
  expect(await tablesOf(driver, 'abc')).toEqual(['newer']);
});

test('a new project takes over a scratch cluster; asked again it does nothing', async () => {
  const { driver } = context;
  await driver.create(scratch('try'));
  await addTable(driver, 'try', 'taken');
  const port = await freePort();
  await driver.create(project('abc', { port }), { scratch: 'try' });
  expect(await driver.listScratch()).toEqual([]);
  await driver.create(project('abc', { port }), { scratch: 'try' });
  expect((await driver.start('abc')).port).toBe(port);
  expect(await tablesOf(driver, 'abc')).toEqual(['marker', 'taken']);
});

test('a take-over that was killed after the move goes on with what was moved', async () => {
  const { driver } = context;
  await driver.create(scratch('try'));
  await addTable(driver, 'try', 'taken');
  const { folder } = clusterFolder(driver.root, 'abc');
  await mkdir(folder);
  await moveData(await clusterFiles().get('try'), { ref: 'abc', folder, data: 'data-taken-over' });

  expect(await driver.status('abc')).toBe('absent');
  await driver.create(project('abc'), { scratch: 'try' });
  expect(await driver.listScratch()).toEqual([]);
  expect(await tablesOf(driver, 'abc')).toEqual(['marker', 'taken']);
});

test('a take-over that is given up after the move leaves nothing once its scratch cluster is removed', async () => {
  const { driver } = context;
  await driver.create(scratch('try'));
  const { folder } = clusterFolder(driver.root, 'abc');
  await mkdir(folder);
  await moveData(await clusterFiles().get('try'), { ref: 'abc', folder, data: 'data-taken-over' });
  await expect(driver.start('try')).rejects.toMatchObject({ code: 'not_found' });
  await driver.remove('try');
  expect(existsSync(join(folder, 'data-taken-over'))).toBe(false);
});

test('a data directory whose take-over was killed after the move is taken over all the same', async () => {
  const { driver } = context;
  await driver.create(project('other'));
  await addTable(driver, 'other', 'taken');
  const dataDirectory = (await clusterFiles().get('other')).data;
  await driver.create(project('abc'), { dataDirectory });
  const { record } = clusterFolder(driver.root, 'abc');
  await rename(record, `${record}.aside`);
  await driver.create(project('abc'), { dataDirectory });
  expect(await tablesOf(driver, 'abc')).toEqual(['marker', 'taken']);
});

test('what cannot be taken over is refused with a sentence, and stays as it is', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  await driver.create(scratch('try'));
  const other = project('other');
  await expect(driver.create(other, { scratch: 'abc' })).rejects.toThrow('abc is not a scratch cluster');
  await expect(driver.create(other, { scratch: 'nobody' })).rejects.toThrow(
    'no scratch cluster called nobody',
  );
  await expect(driver.create(other, { scratch: 'try', empty: true })).rejects.toThrow('give one option only');
  await expect(driver.create(project('other', { major: 18 }), { scratch: 'try' })).rejects.toThrow(
    'That database is of PostgreSQL 17, not 18',
  );
  await expect(driver.create(other, { dataDirectory: driver.root })).rejects.toThrow('no data directory');
  await expect(driver.create(project('abc'), { scratch: 'try' })).rejects.toThrow('abc exists already');
  await expect(driver.create(project('try'))).rejects.toThrow('try exists already');
  await expect(driver.create(scratch('other', { port: 15_432 }))).rejects.toThrow('give it no port');
  await driver.start('try');
  await expect(driver.create(other, { scratch: 'try' })).rejects.toThrow('try is running: stop it first');
  expect(await tablesOf(driver, 'try')).toEqual(['marker']);
  expect(await driver.list()).toEqual(['abc']);
});
