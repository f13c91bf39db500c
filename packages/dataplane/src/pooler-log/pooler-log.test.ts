import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPoolerLog, poolerLogReader } from './index.ts';
import { LineBudget, MOST_LINES } from './line-budget.ts';
import type { PoolerLog } from './write-pooler-log.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pooler-log-'));
});
afterEach(() => rm(root, { recursive: true }));

type Told = Parameters<PoolerLog['add']>[1];
const told = (changes: Partial<Told> = {}): Told => ({
  event: 'connected',
  mode: 'session',
  role: 'app',
  database: 'postgres',
  address: '192.0.2.7',
  code: null,
  reason: null,
  milliseconds: null,
  received: null,
  sent: null,
  ...changes,
});

async function logged(all: readonly Told[]) {
  const log = openPoolerLog(root, (error) => {
    throw error;
  });
  for (const each of all) log.add('abc', each);
  await log.close();
}

test('clients are found by what became of them and by words, newest first', async () => {
  await logged([
    told(),
    told({ event: 'refused', role: 'eve', code: '28P01', reason: 'password authentication failed' }),
    told({ event: 'disconnected', milliseconds: 12_345, reason: 'The pooler is stopping.' }),
  ]);
  const { read, count } = poolerLogReader(root);
  const messages = async (filter: object) =>
    (await read('abc', filter, 10, null)).entries.map(({ message }) => message);
  expect(await messages({})).toEqual([
    'app left after 12 s: The pooler is stopping.',
    'password authentication failed',
    'app connected',
  ]);
  expect(await messages({ events: ['refused'] })).toEqual(['password authentication failed']);
  expect(await messages({ search: 'EVE' })).toEqual(['password authentication failed']);
  expect(await messages({ search: '192.0.2' })).toHaveLength(3);
  const [part] = await count('abc', { from: Date.now() - 60_000, to: Date.now() }, 1);
  expect(part).toMatchObject({ total: 3, warnings: 1, errors: 0 });
});

test('who knocks without an end fills no disk, hides nobody else, and is counted', async () => {
  const knock = told({ event: 'refused', code: '28P01', reason: 'password authentication failed' });
  await logged([...Array.from({ length: 20_000 }, () => knock), told({ role: 'friend' })]);
  const { entries } = await poolerLogReader(root).read('abc', {}, 1_000, null);
  expect(entries.length).toBeLessThan(MOST_LINES + 20);
  expect(entries.map(({ message }) => message)).toContain('friend connected');
  const leftOut = /(\d+) more were refused/.exec(entries[0]?.message ?? '')?.[1];
  expect(Number(leftOut) + entries.filter(({ event }) => event === 'refused').length).toBe(20_000);
});

test('lines come back with time, whatever the clock does', () => {
  const budget = new LineBudget(1_000);
  for (let line = 0; line < MOST_LINES; line++) expect(budget.take(1_000)).toBe(true);
  expect(budget.take(1_000)).toBe(false);
  expect(budget.take(0)).toBe(false);
  expect(budget.take(1_000)).toBe(true);
  expect(budget.isFull(1_000_000)).toBe(true);
});
