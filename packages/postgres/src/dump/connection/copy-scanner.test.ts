import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CopyScanner } from './copy-scanner.ts';

function message(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function scan(form: 'frames' | 'payload', bytes: Buffer, size: number) {
  const seen = { data: Buffer.alloc(0), messages: [] as string[] };
  const scanner = new CopyScanner(form, {
    data: (data) => {
      seen.data = Buffer.concat([seen.data, data]);
    },
    message: (type, body) =>
      seen.messages.push(`${type}${body.toString('latin1')} after ${seen.data.length}`),
  });
  for (let at = 0; at < bytes.length; at += size) scanner.scan(bytes.subarray(at, at + size));
  return seen;
}

interface Message {
  type: string;
  body: Uint8Array;
}

function expectAll(messages: readonly Message[], size: number): void {
  const bytes = Buffer.concat(messages.map(({ type, body }) => message(type, body)));
  for (const form of ['frames', 'payload'] as const) {
    const expected = { data: Buffer.alloc(0), messages: [] as string[] };
    for (const { type, body } of messages) {
      if (type !== 'd') {
        const text = Buffer.from(body).toString('latin1');
        expected.messages.push(`${type}${text} after ${expected.data.length}`);
      } else {
        const data = form === 'frames' ? message(type, body) : body;
        expected.data = Buffer.concat([expected.data, data]);
      }
    }
    expect(scan(form, bytes, size)).toEqual(expected);
  }
}

describe('CopyScanner', () => {
  it('tells data from messages however the bytes arrive', () => {
    const anyMessage = fc.record({
      type: fc.constantFrom('d', 'd', 'd', 'N', 'c'),
      body: fc.uint8Array({ maxLength: 30 }),
    });
    fc.assert(
      fc.property(fc.array(anyMessage), fc.integer({ min: 1, max: 60 }), (messages, size) => {
        expectAll(messages, size);
      }),
    );
  });

  it.each([[1], [1000], [4096], [65_536]])('does so with long rows, in pieces of %i bytes', (size) => {
    const lengths: [string, number][] = [
      ['d', 10_000],
      ['d', 3],
      ['N', 5000],
      ['d', 4096],
      ['d', 4097],
      ['d', 0],
      ['N', 4096],
    ];
    expectAll(
      lengths.map(([type, length], index) => ({ type, body: Buffer.alloc(length, 97 + index) })),
      size,
    );
  });

  it('keeps only the beginning of a long message', () => {
    const [found] = scan('payload', message('E', Buffer.alloc(1_000_000, 'x')), 65_536).messages;
    expect(found?.length).toBeLessThan(70_000);
  });

  it('refuses bytes that are no message', () => {
    expect(() => scan('frames', Buffer.from([100, 0, 0, 0, 0]), 5)).toThrow('not PostgreSQL protocol');
  });
});
