import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sumRealtimeCounts } from './sum-realtime-counts.ts';
import { openRealtimeCounts } from './write-realtime-counts.ts';

test('counts of several gateways are kept over their ends, and summed by parts of the time', async () => {
  const root = await mkdtemp(join(tmpdir(), 'realtime-counts-'));
  const minute = 60_000;
  const from = Math.floor(Date.now() / minute) * minute - 3 * minute;
  const counted = [
    ['one', [[0, 3, 1, 10] as const, [30_000, 5, 2, 20] as const]],
    // Another process, while the first still runs, and later.
    ['two', [[45_000, 2, 4, 40] as const, [minute, 7, 0, 1] as const]],
  ] as const;
  for (const [gateway, lines] of counted) {
    const counts = openRealtimeCounts(root, (error) => {
      throw error;
    });
    for (const [at, sockets, received, sent] of lines)
      counts.add('abc', { time: from + at, gateway, sockets, received, sent });
    counts.add('other', { time: from, gateway, sockets: 9, received: 9, sent: 9 });
    await counts.close();
  }
  const [file = ''] = await readdir(join(root, 'abc'));
  await appendFile(join(root, 'abc', file), '{"time": 1, half a line\n');
  expect(await sumRealtimeCounts(join(root, 'abc'), { from, to: from + 3 * minute }, 3)).toEqual([
    { time: from, sockets: 7, received: 7, sent: 70 },
    { time: from + minute, sockets: 7, received: 0, sent: 1 },
    { time: from + 2 * minute, sockets: 0, received: 0, sent: 0 },
  ]);
  expect(await sumRealtimeCounts(join(root, 'nobody'), { from, to: from + minute }, 1)).toEqual([
    { time: from, sockets: 0, received: 0, sent: 0 },
  ]);
  await rm(root, { recursive: true });
});
