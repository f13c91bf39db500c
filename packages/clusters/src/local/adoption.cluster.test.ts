import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withClient } from '@basalt/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostPid } from './host-pid-for-test.ts';
import type { LocalDriver } from './local-driver.ts';
import { project, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
let driver: LocalDriver;

beforeEach(async () => {
  driver = await context.open();
  await driver.create(project('abc'));
});
afterEach(async () => {
  await driver.remove('abc');
});

/** What the driver tells about deaths, as a promise for the next one. */
function nextExit(of: LocalDriver): Promise<[string, string]> {
  return new Promise((resolve) => {
    const end = of.onExit((ref, reason) => {
      end();
      resolve([ref, reason]);
    });
  });
}

test('a server survives the SIGKILL of the process that started it, and the next process adopts it', async () => {
  const starter = spawn(process.execPath, [fileURLToPath(new URL('./start-for-test.ts', import.meta.url))], {
    env: { ...process.env, TEST_HOME: context.home.home, TEST_SHARED: context.home.shared, TEST_REF: 'abc' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(String((await once(starter.stdout, 'data'))[0]));
  starter.kill('SIGKILL');
  await once(starter, 'exit');

  const adopted = await driver.start('abc');
  expect(adopted).toMatchObject({ pid, adopted: true });
  const { rows } = await withClient(adopted.address, (client) => client.query('select text from marker'));
  expect(rows).toHaveLength(1);
  const exit = nextExit(driver);
  process.kill(pid, 'SIGKILL');
  expect((await exit)[0]).toBe('abc');
});

test('a killed server is noticed at once, and starts again', async () => {
  const { pid, address } = await driver.start('abc');
  await withClient(address, (client) => client.query('create table written_before ()'));
  const exit = nextExit(driver);
  process.kill(pid, 'SIGKILL');
  expect(await exit).toEqual([
    'abc',
    'The database abc ended without a word in its log, as a process does that was killed.',
  ]);
  expect(await driver.status('abc')).toBe('stopped');
  const again = await driver.start('abc');
  expect(again.adopted).toBe(false);
  await withClient(again.address, (client) => client.query('table written_before'));
});

test('a crash of one session is not the end: the watch goes on', async () => {
  const { pid, address } = await driver.start('abc');
  const exits: string[] = [];
  driver.onExit((ref) => exits.push(ref));
  await withClient(address, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(await hostPid(pid, rows[0].pid), 'SIGKILL'); // the postmaster ends all other sessions and recovers
    await client.query('select 1').catch(() => undefined);
  });
  await expect
    .poll(() => withClient(address, () => Promise.resolve('answers')).catch(() => ''))
    .toBe('answers');
  expect(exits).toEqual([]);
  const exit = nextExit(driver);
  process.kill(pid, 'SIGKILL');
  expect((await exit)[0]).toBe('abc');
});

test('a stop from outside is told, an own stop is not', async () => {
  const { pid } = await driver.start('abc');
  const exit = nextExit(driver);
  process.kill(pid, 'SIGINT');
  expect((await exit)[1]).toBe('The database abc was shut down from outside.');

  const exits: string[] = [];
  driver.onExit((ref) => exits.push(ref));
  await driver.start('abc');
  await driver.restart('abc');
  await driver.stop('abc');
  await sleep(100);
  expect(exits).toEqual([]);
});

test('closing the driver leaves its servers running', async () => {
  const first = await context.open();
  const { pid } = await first.start('abc');
  await first.close();
  expect(await driver.status('abc')).toBe('running');
  expect((await driver.start('abc')).pid).toBe(pid);
  await expect(first.start('abc')).rejects.toThrow(/driver is closed/);
});
