import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newSealingKey, SealError, sealingWith } from './sealing.ts';

const all = (bytes: AsyncIterable<Buffer>) => buffer(Readable.from(bytes));

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_000])(
  '%i bytes come back as they were, and their number is known',
  async (length) => {
    const { seal, open, plainBytes } = await sealingWith(await newSealingKey());
    const bytes = Buffer.alloc(length, 'basalt');
    const sealed = await all(seal(Readable.from([bytes])));
    expect(sealed.includes('basalt')).toBe(false);
    expect(plainBytes(sealed.length)).toBe(length);
    expect((await all(open(Readable.from([sealed])))).equals(bytes)).toBe(true);
  },
);

test('another key, a changed byte and a missing end are told', async () => {
  const [mine, other] = await Promise.all(
    [newSealingKey(), newSealingKey()].map(async (key) => sealingWith(await key)),
  );
  if (mine === undefined || other === undefined) throw new Error('There are two.');
  const sealed = await all(mine.seal(Readable.from([Buffer.alloc(100_000, 'x')])));
  const changed = Buffer.from(sealed);
  changed[5_000] = (changed[5_000] ?? 0) ^ 1;
  for (const [sealing, bytes] of [
    [other, sealed],
    [mine, changed],
    [mine, sealed.subarray(0, -1)],
    [mine, sealed.subarray(0, 184 + 65_552)],
  ] as const)
    await expect(all(sealing.open(Readable.from([bytes])))).rejects.toThrow(SealError);
});

test('what the source fails with comes out', async () => {
  const { seal, open } = await sealingWith(await newSealingKey());
  const failing = async function* () {
    yield Buffer.from('half');
    throw new Error('the source died');
  };
  await expect(all(seal(failing()))).rejects.toThrow('the source died');
  await expect(all(open(failing()))).rejects.toThrow('the source died');
});
