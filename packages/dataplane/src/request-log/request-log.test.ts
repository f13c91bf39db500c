import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RequestLogEntry } from '@basalt/project';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEGMENT_BYTES, segmentPath } from '../log-files/segments.ts';
import { formatEntry, parseEntry } from './log-line.ts';
import { countRequests, readRequestLog } from './read-request-log.ts';
import { openRequestLog } from './write-request-log.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'request-log-'));
});
afterEach(() => rm(root, { recursive: true }));

const NOW = Date.now() - 60_000;
const entry = (changes: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  time: NOW,
  method: 'GET',
  path: '/rest/v1/items',
  status: 200,
  duration: 1.5,
  role: 'anon',
  ...changes,
});

async function logged(entries: readonly RequestLogEntry[]): Promise<string> {
  const log = openRequestLog(root, (error) => {
    throw error;
  });
  for (const each of entries) log.add('abc', each);
  await log.close();
  return join(root, 'abc');
}

test('what was logged is read back, newest first, page by page', async () => {
  const entries = Array.from({ length: 25 }, (_, index) => entry({ time: NOW + index }));
  const folder = await logged(entries);
  const first = await readRequestLog(folder, {}, 10);
  const second = await readRequestLog(folder, {}, 10, first.cursor);
  const third = await readRequestLog(folder, {}, 10, second.cursor);
  expect([...first.entries, ...second.entries, ...third.entries]).toEqual(entries.reverse());
  expect(third.cursor).toBeNull();
});

test('a page stays where it was while new requests come', async () => {
  const folder = await logged([entry({ time: NOW + 1 }), entry({ time: NOW + 2 })]);
  const { cursor } = await readRequestLog(folder, {}, 1);
  await logged([entry({ time: NOW + 3 })]);
  expect((await readRequestLog(folder, {}, 1, cursor)).entries[0]?.time).toBe(NOW + 1);
});

test.each([
  [{ methods: ['POST'] }, ['b']],
  [{ statuses: [404] }, ['c']],
  [{ statuses: [4, 500] }, ['c', 'd']],
  [{ services: ['auth'] }, ['d']],
  [{ roles: ['authenticated', 'service_role'] }, ['b']],
  [{ search: 'V1/C' }, ['c']],
  [{ below: '/rest/v1/a' }, ['a']],
  [{ below: '/rest' }, ['a', 'b', 'c']],
  [{ below: '/re' }, []],
  [{ from: NOW + 1, to: NOW + 2 }, ['b', 'c']],
])('filter %j', async (filter, expected) => {
  const folder = await logged([
    entry({ path: '/rest/v1/a' }),
    entry({ time: NOW + 1, path: '/rest/v1/b', method: 'POST', role: 'authenticated' }),
    entry({ time: NOW + 2, path: '/rest/v1/c', status: 404 }),
    entry({ time: NOW + 3, path: '/auth/v1/d', status: 500 }),
  ]);
  const { entries } = await readRequestLog(folder, filter, 10);
  expect(entries.map(({ path }) => path.at(-1)).sort()).toEqual(expected);
});

test('requests are counted by time, outcome and how long they took', async () => {
  const folder = await logged([
    entry({ time: NOW, duration: 4 }),
    entry({ time: NOW + 9, status: 500, duration: 90 }),
    entry({ time: NOW + 10, status: 404, duration: 2 }),
    entry({ time: NOW + 19, status: 499, duration: 100 }),
    entry({ time: NOW + 20, duration: 10 }),
  ]);
  expect(await countRequests(folder, { from: NOW, to: NOW + 30 }, 3)).toEqual({
    total: { ok: 2, clientErrors: 2, serverErrors: 1, p50: 10, p95: 100 },
    buckets: [
      { time: NOW, ok: 1, clientErrors: 0, serverErrors: 1, p50: 4, p95: 90 },
      { time: NOW + 10, ok: 0, clientErrors: 2, serverErrors: 0, p50: 2, p95: 100 },
      { time: NOW + 20, ok: 1, clientErrors: 0, serverErrors: 0, p50: 10, p95: 10 },
    ],
  });
});

test('half a line, left by a kill, is skipped and takes no other with it', async () => {
  const folder = await logged([entry({ time: NOW + 1 }), entry({ time: NOW + 2 })]);
  const [name] = await readdir(folder);
  await truncate(join(folder, name!), formatEntry(entry({ time: NOW + 1 })).length + 8);
  await logged([entry({ time: NOW + 3 })]);
  const { entries } = await readRequestLog(folder, {}, 10);
  expect(entries.map(({ time }) => time)).toEqual([NOW + 3, NOW + 1]);
});

test('a full file is followed by another, and what is older than the log keeps goes', async () => {
  const folder = await logged([entry()]);
  await truncate(segmentPath(folder, NOW), SEGMENT_BYTES + 1);
  const eightDaysAgo = NOW - 8 * 86_400_000;
  for (const start of [eightDaysAgo, eightDaysAgo + 1]) await writeFile(segmentPath(folder, start), 'old');
  await logged([entry({ time: NOW + 1 })]);
  // The younger of the old ones may hold lines up to the next file's first.
  expect((await readdir(folder)).sort()).toEqual(
    [eightDaysAgo + 1, NOW, NOW + 1].map((start) => basename(segmentPath(folder, start))),
  );
});

test('a file holds the lines of a day, so that a quiet project keeps none for longer than others', async () => {
  const aDay = 86_400_000;
  await logged([entry({ time: NOW - 3 * aDay })]);
  await logged([entry({ time: NOW - 2.5 * aDay })]);
  const folder = await logged([entry({ time: NOW - aDay })]);
  expect((await readdir(folder)).sort()).toEqual(
    [NOW - 3 * aDay, NOW - aDay].map((start) => basename(segmentPath(folder, start))),
  );
  expect((await readRequestLog(folder, {}, 10)).entries).toHaveLength(3);
});

test('what nobody writes to any more goes as well', async () => {
  const folder = join(root, 'quiet');
  await mkdir(folder);
  const [old, young] = [NOW - 9 * 86_400_000, NOW - 8 * 86_400_000].map((start) =>
    segmentPath(folder, start),
  );
  for (const path of [old!, young!]) await writeFile(path, formatEntry(entry()));
  await utimes(old!, new Date(), new Date(NOW - 8 * 86_400_000));
  await logged([]);
  expect(await readdir(folder)).toEqual([basename(young!)]);
  await utimes(young!, new Date(), new Date(NOW - 7 * 86_400_000));
  await logged([]);
  expect(await readdir(folder)).toEqual([]);
});

test('hostile methods and paths stay one line', () => {
  const line = formatEntry(
    entry({ method: 'GE\tT', path: `/rest\n/v1\t${'x'.repeat(5000)}`, role: 'a\u0000b' }),
  );
  expect(line.split('\n')).toHaveLength(2);
  expect(parseEntry(line.trimEnd())).toMatchObject({ method: 'GET', role: 'ab', status: 200 });
});

test('a project without requests has an empty log', async () => {
  expect(await readRequestLog(join(root, 'nobody'), {}, 10)).toEqual({ entries: [], cursor: null });
});
