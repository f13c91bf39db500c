import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextJoiner } from './text-joiner.ts';

const JOINING = { open: '[', separator: ', ', close: ']', maxBytes: 1_000_000 };

test('what it collects is what joining gives, whatever the sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 400_000 }), { maxLength: 6 }), (sizes) => {
      const joiner = new TextJoiner({ ...JOINING, maxBytes: 10_000_000 }, () => true);
      const parts = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size));
      // A slice of something larger, as from a socket.
      for (const part of parts) expect(joiner.add(Buffer.from(`<${part}>`), 1, 1 + part.length)).toBe(true);
      expect(joiner.finish().toString()).toBe(`[${parts.join(', ')}]`);
    }),
    { numRuns: 20 },
  );
});

test('it takes no more than it may, and only memory that it was given', () => {
  const joiner = new TextJoiner({ ...JOINING, maxBytes: 5 }, () => true);
  expect([joiner.add(Buffer.from('ab'), 0, 2), joiner.add(Buffer.from('c'), 0, 1)]).toEqual([true, false]);
  let left = 1;
  const narrow = new TextJoiner(JOINING, () => left-- > 0);
  const large = Buffer.alloc(300_000);
  expect([narrow.add(large, 0, 100), narrow.add(large, 0, large.length)]).toEqual([true, false]);
});
