import { constants } from 'node:fs';
import { appendFile, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerLogFile } from './collect-server-log.ts';
import { openPostgresLog } from './open-postgres-log.ts';
import { parseServerLog } from './parse-server-log.ts';

let folder: string;
let file: string;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-log-'));
  file = join(folder, 'log');
  errors.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const NOW = Date.now();
const stamp = (ago: number) => `${new Date(NOW - ago).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

async function openFile(): Promise<ServerLogFile | null> {
  const handle = await open(file, constants.O_RDWR).catch(() => null);
  if (handle === null) return null;
  const { ino, size } = await handle.stat();
  return {
    id: String(ino),
    size,
    async read(offset, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    async empty(at) {
      if ((await handle.stat()).size !== at) return false;
      await handle.truncate(0);
      return true;
    },
    close: () => handle.close(),
  };
}

/** What a log that is opened anew finds, newest first. */
async function messages(filter: object = {}): Promise<string[]> {
  const log = openPostgresLog({
    root: join(folder, 'kept'),
    refs: async () => ['abc'],
    open: openFile,
    onError: (error) => errors.push(error),
  });
  try {
    return (await log.read('abc', filter, 500, null)).entries.map(({ message }) => message);
  } finally {
    await log.close();
    expect(errors).toEqual([]);
  }
}

test('an entry has its severity, code and user, and what belongs to it', () => {
  const text = [
    `${stamp(9_000)} [7] 00000 LOG:  database system is ready to accept connections`,
    `${stamp(8_000)} [8] 23505 [postgres@shop] ERROR:  duplicate key value violates unique constraint "a"`,
    `${stamp(8_000)} [8] 23505 [postgres@shop] DETAIL:  Key exists.`,
    '\tand more',
    'sh: something that a program wrote',
    `${stamp(-86_400_000)} [9] 57P01 [a@b@c] FATAL:  from tomorrow`,
    '',
  ].join('\n');
  const entries = parseServerLog(text, 0, NOW);
  expect(entries.map(({ severity, message }) => [severity, message])).toEqual([
    ['LOG', 'database system is ready to accept connections'],
    ['ERROR', 'duplicate key value violates unique constraint "a"\nDETAIL: Key exists.\nand more'],
    ['LOG', 'sh: something that a program wrote'],
    ['FATAL', 'from tomorrow'],
  ]);
  expect(entries[1]).toMatchObject({ code: '23505', user: 'postgres', database: 'shop', pid: 8 });
  // Nothing is later than now, and nothing before what stands above it.
  expect(entries.map(({ time }) => NOW - time)).toEqual([9_000, 8_000, 8_000, 0]);
});

test('bytes that are no log at all are entries of a bounded size', () => {
  const [entry] = parseServerLog(`\u0000\u001b[31m${'x'.repeat(50_000)}\n`, 0, NOW);
  expect(entry?.severity).toBe('LOG');
  expect(entry?.message.length).toBeLessThan(10_002);
});

test('every line is taken over once, also by a process that starts anew, and half a line waits for its end', async () => {
  expect(await messages()).toEqual([]);
  await writeFile(file, `${stamp(5_000)} [7] 00000 LOG:  one\n${stamp(4_000)} [7] 42601 [a@b] ERR`);
  expect(await messages()).toEqual(['one']);
  await appendFile(file, 'OR:  two\n');
  expect(await messages()).toEqual(['two', 'one']);
  expect(await messages()).toEqual(['two', 'one']);
  expect(await messages({ severities: ['ERROR'] })).toEqual(['two']);
  expect(await messages({ search: '42601' })).toEqual(['two']);
  // Another start of the server on another file.
  await rm(file);
  await writeFile(file, `${stamp(3_000)} [9] 00000 LOG:  three\n`);
  expect(await messages()).toEqual(['three', 'two', 'one']);
});

test('a file that grows large is emptied when all of it is taken over, and goes on from its beginning', async () => {
  const line = `${stamp(5_000)} [7] 00000 LOG:  ${'y'.repeat(400)}\n`;
  await writeFile(file, line.repeat(12_000));
  expect(await messages({ search: 'yyy' })).toHaveLength(500);
  expect(await messages({ search: 'nothing' })).toEqual([]);
  const handle = await openFile();
  expect(handle?.size).toBe(0);
  await handle?.close();
  await appendFile(file, `${stamp(1_000)} [7] 00000 LOG:  after\n`);
  expect((await messages())[0]).toBe('after');
});

test('what is written faster than it is taken over is passed over, and the log says so', async () => {
  const line = `${stamp(5_000)} [7] 00000 LOG:  ${'z'.repeat(4_000)}\n`;
  await writeFile(file, line.repeat(5_000));
  expect(await messages({ severities: ['WARNING'] })).toEqual([
    '18 MB of the log were left out: more was written than is kept.',
  ]);
  expect((await messages()).length).toBeLessThan(400);
  expect(await readdir(join(folder, 'kept'))).toEqual(['abc']);
});
