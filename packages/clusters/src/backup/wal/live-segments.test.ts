import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownWalFiles } from '../../local/files-as-owner/file-work.ts';
import { liveSegments } from './live-segments.ts';
import { segmentName, segmentStart } from './wal-names.ts';
import { PAGE_BYTES } from './wal-page.ts';

let data: string;
let folder: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'pg-wal-'));
  folder = join(data, 'pg_wal');
  await mkdir(folder);
});
afterEach(() => rm(data, { recursive: true }));

/** A file of this name whose first page was written on a timeline. */
async function segment(timeline: number, number: number, writtenOn: number): Promise<void> {
  const page = Buffer.alloc(PAGE_BYTES);
  page.writeUInt16LE(0xd116, 0);
  page.writeUInt16LE(2, 2);
  page.writeUInt32LE(writtenOn, 4);
  page.writeBigUInt64LE(segmentStart(number), 8);
  page.writeBigUInt64LE(42n, 24);
  await writeFile(join(folder, segmentName({ timeline, number })), page);
}

const numbers = async () =>
  (await liveSegments(ownWalFiles(data), null)).map(({ timeline, number }) => [timeline, number]);

test('a file that waits to be written is none, also when it had the same number on the timeline that was left', async () => {
  await writeFile(join(folder, '00000002.history'), '1\t0/3000200\tbefore 2026-11-20 10:00:00+00\n');
  await segment(1, 3, 1);
  // Where the second begins: a copy of what the first had there.
  await segment(2, 3, 1);
  await segment(2, 4, 2);
  await segment(2, 7, 1);
  expect(await numbers()).toEqual([
    [1, 3],
    [2, 3],
    [2, 4],
  ]);
});
