import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnvelopeReader, toEnvelopes } from './envelopes.ts';

test('messages of any size come whole, from several senders at once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 0, maxLength: 30 }), { maxLength: 8 }), (texts) => {
      const messages = texts.map((text) => ({ text: text.repeat(2_000) }));
      const reader = new EnvelopeReader();
      const queues = ['a', 'b'].map((from) =>
        messages.flatMap((message, index) => toEnvelopes(from, index, message)),
      );
      const read: Record<string, unknown[]> = { a: [], b: [] };
      for (let index = 0; index < Math.max(0, queues[0]?.length ?? 0); index += 1)
        for (const queue of queues) {
          const envelope = queue[index] ?? '';
          expect(Buffer.byteLength(envelope)).toBeLessThan(8_000);
          const whole = reader.read(envelope);
          if (whole !== null) read[whole.from]?.push(whole.message);
        }
      expect(read).toEqual({ a: messages, b: messages });
    }),
    { numRuns: 30 },
  );
});

test('what is no envelope, and parts without a beginning, are nothing', () => {
  const reader = new EnvelopeReader();
  const [, second = ''] = toEnvelopes('a', 1, 'x'.repeat(10_000));
  expect([
    reader.read(second),
    reader.read(''),
    reader.read('a 1 0 1 {}'),
    reader.read('a 1 0 9999 AAAA'),
  ]).toEqual([null, null, null, null]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(reader.read(text)).toBeNull();
    }),
  );
});
