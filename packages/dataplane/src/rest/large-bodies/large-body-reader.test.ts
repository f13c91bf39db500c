import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { parseBody } from '../request/body/parse-body.ts';
import { LargeBodyReader, type LargeBodyReaderOptions } from './large-body-reader.ts';

const TABLE = { columnsGiven: false, forFunction: false };
const never = new AbortController().signal;
const failures: unknown[] = [];
let reader: LargeBodyReader;
afterEach(() => reader.close());

function open(options: Partial<LargeBodyReaderOptions> = {}): LargeBodyReader {
  failures.length = 0;
  reader = new LargeBodyReader({ onFailure: (error) => failures.push(error), ...options });
  return reader;
}

const read = (text: string, contentType = 'application/json', signal = never) =>
  reader.read({ bytes: Buffer.from(text), contentType, rules: TABLE }, signal);

/** Threads that do as little as a test needs. */
const threads = (code: string) => () =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true });
const HANGING = threads("parentPort.on('message', () => {});");
const NOT_READ = { status: 503, code: 'PGRST001' };

const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `stone ${id} of «Staffa»` }));
const csv = `id,name\n${rows.map(({ id, name }) => `${id},"${name}"`).join('\n')}`;

test.each([
  ['rows in JSON', JSON.stringify(rows), 'application/json'],
  ['rows in CSV', csv, 'text/csv'],
  ['next to nothing', '[]', 'application/json'],
])('%s are read as they are without a thread', async (_, text, type) => {
  open();
  const expected = parseBody(Buffer.from(text), type, TABLE);
  expect(await read(text, type)).toEqual(expected);
});

test.each([
  ['broken JSON', `${JSON.stringify(rows)}]`, 'application/json'],
  ['unlike rows', JSON.stringify([...rows, { id: 1 }]), 'application/json'],
  ['a broken row', `${csv}\n1,2,3`, 'text/csv'],
])('%s is refused in the same words', async (_, text, type) => {
  open();
  const expected = (() => {
    try {
      return parseBody(Buffer.from(text), type, TABLE);
    } catch (error) {
      return error;
    }
  })();
  const refused = await read(text, type).catch((error: unknown) => error);
  expect(refused).toEqual(expected);
  expect(refused).toBeInstanceOf(Error);
});

test('threads are few, take turns, and end when there is nothing to do', async () => {
  open({ maxThreads: 2, idleMs: 20 });
  expect(reader.size).toBe(0);
  const all = Promise.all(Array.from({ length: 8 }, () => read('{"a":1}')));
  expect(reader.size).toBe(2);
  expect(await all).toHaveLength(8);
  await vi.waitFor(() => expect(reader.size).toBe(0), 10_000);
  expect(await read('{"a":1}')).toMatchObject({ keys: ['a'] });
});

test('a thread that dies fails its request and no other', async () => {
  let started = 0;
  const dying = threads("parentPort.on('message', () => { throw new Error('no memory'); });");
  const working = threads(
    "parentPort.on('message', () => parentPort.postMessage({ kind: 'read', body: { kind: 'json', text: '{}', shape: 'object', keys: [], rows: 1 } }));",
  );
  open({ maxThreads: 1, startThread: () => (++started === 1 ? dying() : working()) });
  const [first, second] = await Promise.allSettled([read('{}'), read('{}')]);
  expect(first).toMatchObject({ status: 'rejected', reason: NOT_READ });
  expect(second).toMatchObject({ status: 'fulfilled' });
  expect(failures).toMatchObject([{ message: 'no memory' }]);
});

test('who goes away frees the place, in the line and at work', async () => {
  open({ maxThreads: 1, startThread: HANGING });
  const [working, waiting] = [new AbortController(), new AbortController()];
  const first = read('{}', undefined, working.signal);
  const second = read('{}', undefined, waiting.signal);
  waiting.abort();
  await expect(second).rejects.toMatchObject(NOT_READ);
  expect(reader.size).toBe(1);
  working.abort();
  await expect(first).rejects.toMatchObject(NOT_READ);
  await vi.waitFor(() => expect(reader.size).toBe(0), 10_000);
  await expect(read('{}', undefined, AbortSignal.abort())).rejects.toMatchObject(NOT_READ);
});

test('the end of the service ends threads and whoever waits', async () => {
  open({ maxThreads: 1, startThread: HANGING });
  const refused = Promise.allSettled([read('{}'), read('{}')]);
  await reader.close();
  expect(await refused).toMatchObject([{ reason: NOT_READ }, { reason: NOT_READ }]);
  await expect(read('{}')).rejects.toMatchObject(NOT_READ);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'threads give back the priority of the one that starts them',
  async () => {
    const usual = getPriority();
    const threadIds = () => new Set(readdirSync('/proc/self/task').map(Number));
    const before = threadIds();
    setPriority(-10);
    try {
      open();
      await read('{"a":1}');
      const begun = [...threadIds()].filter((id) => !before.has(id));
      expect(begun.map((id) => getPriority(id))).toContain(0);
    } finally {
      setPriority(usual);
    }
  },
);
