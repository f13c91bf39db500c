import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionLogEntry } from '@basalt/project';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEGMENT_BYTES } from '../log-files/segments.ts';
import { readFunctionLog } from './read-function-log.ts';
import { openFunctionLog } from './write-function-log.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'function-log-'));
});
afterEach(() => rm(root, { recursive: true }));

const NOW = Date.now() - 60_000;
const entry = (changes: Partial<FunctionLogEntry> = {}): FunctionLogEntry => ({
  time: NOW,
  slug: 'hello',
  version: 1,
  level: 'log',
  kind: 'console',
  message: 'hi',
  execution: 'one',
  ...changes,
});

async function logged(entries: readonly FunctionLogEntry[]): Promise<string> {
  const log = openFunctionLog(root, (error) => {
    throw error;
  });
  for (const each of entries) log.add('abc', each);
  await log.close();
  return join(root, 'abc');
}

const messages = async (folder: string, filter: object) =>
  (await readFunctionLog(folder, { slug: 'hello', ...filter }, 10)).entries.map(({ message }) => message);

test('lines of one function are found by time, level and words, newest first', async () => {
  const folder = await logged([
    entry({ message: 'first "slug":"other"' }),
    entry({ time: NOW + 1, slug: 'other', message: '"slug":"hello"' }),
    entry({ time: NOW + 2, level: 'error', message: 'Second\nline' }),
    entry({ time: NOW + 3, slug: 'hello-2' }),
    entry({ time: NOW + 4, message: 'third' }),
  ]);
  expect(await messages(folder, {})).toEqual(['third', 'Second\nline', 'first "slug":"other"']);
  expect(await messages(folder, { levels: ['error'] })).toEqual(['Second\nline']);
  expect(await messages(folder, { search: 'SECOND' })).toEqual(['Second\nline']);
  expect(await messages(folder, { from: NOW + 1, to: NOW + 3 })).toEqual(['Second\nline']);
  expect(await messages(folder, { slug: 'none' })).toEqual([]);
});

test('half a line, left by a kill, costs no other one', async () => {
  const folder = await logged([entry({ message: 'before' })]);
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), '{"time":1,"slug":"hello","mess');
  await logged([entry({ time: NOW + 1, message: 'after' })]);
  expect(await messages(folder, {})).toEqual(['after', 'before']);
});

test('long lines make small pages, and all of them are found', async () => {
  const long = 'x'.repeat(9_990);
  const entries = Array.from({ length: 300 }, (_, index) =>
    entry({ time: NOW + index, message: `${index} ${long}` }),
  );
  const folder = await logged(entries);
  let cursor: string | null = null;
  const found: FunctionLogEntry[] = [];
  const sizes: number[] = [];
  do {
    const page = await readFunctionLog(folder, { slug: 'hello' }, 500, cursor);
    found.push(...page.entries);
    sizes.push(page.entries.length);
    cursor = page.cursor;
  } while (cursor !== null);
  expect(found).toEqual(entries.reverse());
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});

test('one page reads a few files only, and what is far back is found by the next ones', async () => {
  const folder = await logged([entry({ message: 'needle' })]);
  const filler = `${JSON.stringify(entry({ slug: 'noisy', message: 'y'.repeat(9_000) }))}\n`;
  const [name = ''] = await readdir(folder);
  for (let file = 1; file <= 8; file++) {
    const path = join(folder, `${String(NOW + file).padStart(15, '0')}.log`);
    await appendFile(path, filler.repeat(file === 1 ? Math.ceil(SEGMENT_BYTES / filler.length) : 1));
  }
  expect(name).not.toBe('');
  const first = await readFunctionLog(folder, { slug: 'hello' }, 10);
  expect(first).toEqual({ entries: [], cursor: expect.any(String) });
  const second = await readFunctionLog(folder, { slug: 'hello' }, 10, first.cursor);
  expect(second.entries.map(({ message }) => message)).toEqual(['needle']);
  expect(second.cursor).toBeNull();
});
