import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { TAR_END, tarBytes, tarHeader, tarPadding } from './tar-entries.ts';

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'tar-'));
afterAll(() => rm(folder, { recursive: true }));

test('tar reads what was written: long and strange names, folders, files without bytes', async () => {
  const modified = 1_780_000_000;
  const names = [
    'bucket/',
    'bucket/empty',
    'bucket/one',
    `bucket/${'x'.repeat(93)}`,
    `bucket/${'x'.repeat(94)}`,
    `bucket/${`${'ü'.repeat(120)}/`.repeat(4)}end`,
    'bucket/日本 = 1',
  ];
  const entries = names.map((name, index) => ({
    name,
    size: name.endsWith('/') ? 0 : index * 511,
    modified,
  }));
  const parts = entries.map((entry) =>
    Buffer.concat([tarHeader(entry), Buffer.alloc(entry.size, 'b'), tarPadding(entry.size)]),
  );
  expect(parts.map(({ length }) => length)).toEqual(entries.map(tarBytes));
  const file = path.join(folder, 'x.tar');
  await writeFile(file, Buffer.concat([...parts, TAR_END]));
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const listed = (await run('tar', ['-tf', file, '--quoting-style=literal'], { env })).stdout;
  expect(listed.trimEnd().split('\n')).toEqual(names);
  expect((await run('tar', ['-xOf', file, 'bucket/日本 = 1'], { env })).stdout).toBe('b'.repeat(6 * 511));
});

test('a file that no ordinary header can tell the size of has it beside, and what is no time is one', () => {
  const huge = { name: 'huge', size: 20 * 1024 ** 3, modified: Number.NaN };
  const header = tarHeader(huge);
  expect(header.toString('latin1')).toContain(`20 size=${huge.size}\n`);
  expect(tarBytes(huge)).toBe(huge.size + 3 * 512);
  expect(tarHeader({ name: 'a', size: 0, modified: 1e300 }).toString('latin1', 136, 147)).toBe('77777777777');
});
