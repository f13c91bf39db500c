import { expect, it } from 'vitest';
import { dueAfter, paced, politePace } from './pace.ts';

const MB = 1024 * 1024;
const STANDSTILL = { perSecondMb: 0.000_001, burstMb: 40 };

async function* megabytes(count: number) {
  for (let n = 0; n < count; n++) yield Buffer.alloc(MB, n);
}

it.each([
  [1, 12],
  [2, 12],
  [4, 36],
  [64, 256],
])('with %i cores a backup goes at %i MB a second', (cores, perSecondMb) => {
  expect(politePace(cores)).toEqual({ perSecondMb, burstMb: 64 });
});

it.each([
  [0, 0],
  [2, 0],
  [3, 500],
  [12, 5_000],
])('after %i MB at 2 MB a second with a burst of 2, the next is due at %i ms', (megabytesSent, due) => {
  expect(dueAfter(megabytesSent * MB, { perSecondMb: 2, burstMb: 2 })).toBe(due);
});

it('gives every chunk on, in order', async () => {
  const seen: number[] = [];
  for await (const chunk of paced(megabytes(5), { pace: { perSecondMb: 1_000, burstMb: 2 } }))
    seen.push(chunk.readUInt8(0));
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});

it('stops waiting when it is called off', async () => {
  const stop = new AbortController();
  let count = 0;
  const reading = (async () => {
    for await (const _ of paced(megabytes(50), { pace: STANDSTILL, signal: stop.signal }))
      if (count++ === 40) stop.abort();
  })();
  await expect(reading).rejects.toThrow();
});

it('waits no more once it must hurry', async () => {
  let count = 0;
  const mustHurry = async () => true;
  for await (const _ of paced(megabytes(50), { pace: STANDSTILL, mustHurry })) count += 1;
  expect(count).toBe(50);
});
