import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterFolder } from '../files/layout.ts';
import { runsAsRoot } from '../owners/access.ts';
import { processes } from '../processes/processes.ts';
import { freePort } from '../server/free-port.ts';
import { addTable, tablesOf } from '../tables-for-test.ts';
import { project, scratch, useTestDriver } from '../test-driver.ts';
import { ClusterFiles } from './cluster-files.ts';
import { moveData } from './move-data.ts';

const context = useTestDriver();
const clusterFiles = () => new ClusterFiles(context.driver.root, null, false);

/** A stopped project on 15 with the table "old", and a stopped scratch cluster on 17 with the table "new". */
beforeEach(async () => {
  const { driver } = context;
  await driver.create(project('abc', { major: 15, port: await freePort() }));
  await addTable(driver, 'abc', 'old');
  await driver.create(scratch('try'));
  await addTable(driver, 'try', 'new');
});
afterEach(async () => {
  for (const ref of ['abc', 'try']) await context.driver.remove(ref);
});

const OLD = ['marker', 'old'];
const NEW = ['marker', 'new'];

async function dataFolders(): Promise<string[]> {
  const names = await readdir(clusterFolder(context.driver.root, 'abc').folder);
  return names.filter((name) => name.startsWith('data')).sort();
}

test('a replaced database is kept; reference, port and user stay, the major version comes with the data', async () => {
  const { driver } = context;
  const before = await driver.address('abc');
  await driver.replace('abc', 'try', 'before-upgrade');
  expect(await driver.major('abc')).toBe(17);
  expect(await driver.address('abc')).toEqual(before);
  expect(await driver.listScratch()).toEqual([]);
  const running = await driver.start('abc');
  expect(running).toMatchObject({ major: 17, port: before.port });
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
  const { record, data } = await clusterFiles().get('abc');
  if (runsAsRoot) expect((await stat(join(data, 'PG_VERSION'))).uid).toBe(record.uid);
  const [kept, ...others] = await driver.kept('abc');
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ id: 'before-upgrade', major: 15 });
  expect(kept?.diskBytes).toBeGreaterThan(20e6);
  expect(Math.abs(Date.now() - (kept?.keptAt.getTime() ?? 0))).toBeLessThan(60_000);
});

test('repeated, a replacement does nothing', async () => {
  const { driver } = context;
  await driver.replace('abc', 'try', 'before');
  await driver.replace('abc', 'try', 'before');
  expect(await driver.kept('abc')).toHaveLength(1);
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
});

test('the former database comes back, and the newer one can come back in turn', async () => {
  const { driver } = context;
  await driver.replace('abc', 'try', 'before');
  await driver.putBack('abc', 'before', 'after');
  await driver.putBack('abc', 'before', 'after');
  expect(await tablesOf(driver, 'abc')).toEqual(OLD);
  expect(await driver.kept('abc')).toMatchObject([{ id: 'after', major: 17 }]);
  await driver.stop('abc');
  await driver.putBack('abc', 'after', null);
  await driver.putBack('abc', 'after', null);
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
  expect(await driver.kept('abc')).toEqual([]);
  expect(await dataFolders()).toHaveLength(1);
});

test('a kept database is deleted when nobody needs it, also while the cluster runs', async () => {
  const { driver } = context;
  await driver.replace('abc', 'try', 'before');
  await driver.start('abc');
  await driver.discard('abc', 'before');
  await driver.discard('abc', 'before');
  expect(await driver.kept('abc')).toEqual([]);
  expect(await dataFolders()).toHaveLength(1);
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
});

test('the same name may be used again after it was discarded', async () => {
  const { driver } = context;
  await driver.replace('abc', 'try', 'before');
  await driver.discard('abc', 'before');
  await driver.create(scratch('try'));
  await addTable(driver, 'try', 'newest');
  await driver.replace('abc', 'try', 'before');
  expect(await tablesOf(driver, 'abc')).toEqual(['marker', 'newest']);
  await driver.stop('abc');
  await driver.putBack('abc', 'before', null);
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
});

/** What a process does that is killed just before the switch. */
async function prepareByHand(): Promise<void> {
  const { folder } = clusterFolder(context.driver.root, 'abc');
  await moveData(await clusterFiles().get('try'), { ref: 'abc', folder, data: 'data-after-before' });
}

test('killed between preparation and switch, the project has its old database, and the repeated command goes on', async () => {
  const { driver } = context;
  await prepareByHand();
  // The project may even run in between.
  expect(await tablesOf(driver, 'abc')).toEqual(OLD);
  await driver.stop('abc');
  await driver.replace('abc', 'try', 'before');
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
  expect(await driver.listScratch()).toEqual([]);
});

test('a replacement that is given up after its preparation leaves nothing once its scratch cluster is removed', async () => {
  const { driver } = context;
  await prepareByHand();
  await driver.remove('try');
  expect(await dataFolders()).toEqual(['data']);
  expect(await tablesOf(driver, 'abc')).toEqual(OLD);
});

test.each([0, 4, 8, 16, 32])(
  'a replacement whose process is killed after %i ms is finished by the next',
  async (ms) => {
    const { driver, home } = context;
    const replacer = spawn(
      process.execPath,
      [fileURLToPath(new URL('../start-for-test.ts', import.meta.url))],
      {
        env: {
          ...process.env,
          TEST_HOME: home.home,
          TEST_SHARED: home.shared,
          TEST_REF: 'abc',
          TEST_ACTION: 'replace',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(replacer.stdout, 'data');
    await sleep(ms);
    replacer.kill('SIGKILL');
    await once(replacer, 'exit');
    const isReplaced = (await driver.major('abc')) === 17;
    expect(await tablesOf(driver, 'abc')).toEqual(isReplaced ? NEW : OLD);
    await driver.stop('abc');
    await driver.replace('abc', 'try', 'before');
    expect(await tablesOf(driver, 'abc')).toEqual(NEW);
    expect(await driver.kept('abc')).toMatchObject([{ id: 'before', major: 15 }]);
    expect(await driver.listScratch()).toEqual([]);
  },
);

test('an older program refuses a cluster whose data directory it would not find, and no other', async () => {
  const { driver } = context;
  const formatOf = async (): Promise<number> =>
    JSON.parse(await readFile(clusterFolder(driver.root, 'abc').record, 'utf8')).format;
  expect(await formatOf()).toBe(1);
  await driver.replace('abc', 'try', 'before');
  expect(await formatOf()).toBe(2);
  await driver.putBack('abc', 'before', null);
  expect(await formatOf()).toBe(1);
});

test('wrong uses are refused with a sentence and change nothing', async () => {
  const { driver } = context;
  const refused = (attempt: Promise<void>, sentence: string) => expect(attempt).rejects.toThrow(sentence);
  await refused(driver.replace('try', 'try', 'x'), 'try is not the cluster of a project');
  await refused(driver.replace('abc', 'abc', 'x'), 'abc is not a scratch cluster');
  await refused(driver.replace('abc', 'nobody', 'x'), 'no scratch cluster called nobody');
  await refused(driver.replace('nobody', 'try', 'x'), 'no database called nobody');
  await refused(driver.replace('abc', 'try', '../x'), '"../x" cannot name a kept database');
  await refused(driver.putBack('abc', 'x', null), 'Nothing is kept of the database abc under the name "x"');
  await refused(driver.putBack('try', 'x', null), 'try is not the cluster of a project');
  await driver.start('abc');
  await refused(driver.replace('abc', 'try', 'x'), 'abc is running: stop it first');
  await driver.stop('abc');
  await driver.start('try');
  await refused(driver.replace('abc', 'try', 'x'), 'try is running: stop it first');
  await driver.stop('try');
  expect(await driver.kept('abc')).toEqual([]);

  await driver.replace('abc', 'try', 'x');
  await driver.create(scratch('try'));
  await refused(driver.replace('abc', 'try', 'x'), 'kept under the name "x" already');
  await refused(driver.putBack('abc', 'x', 'x'), 'kept under the name "x" already');
  await driver.start('abc');
  await refused(driver.putBack('abc', 'x', 'y'), 'abc is running: stop it first');
  expect(await tablesOf(driver, 'abc')).toEqual(NEW);
});

test('a removed cluster takes what was kept with it', async () => {
  const { driver } = context;
  // What the killed processes above had begun to delete lies there until the next driver is opened.
  const leftOver = await readdir(join(driver.root, 'trash'));
  await driver.replace('abc', 'try', 'before');
  await driver.start('abc');
  await driver.remove('abc');
  expect(existsSync(clusterFolder(driver.root, 'abc').folder)).toBe(false);
  expect(await processes.inside(driver.root)).toEqual([]);
  const trash = await readdir(join(driver.root, 'trash'));
  expect(trash.filter((name) => !leftOver.includes(name))).toEqual([]);
});
