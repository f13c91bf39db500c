import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyReader } from './reply-reader.ts';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Reads the stream in pieces of the given size and shows the messages after all has arrived. */
function readAll(stream: Buffer, pieceSize: number, maxBytes = 1_000_000): [string, string | null][] {
  const seen: [string, () => string | null][] = [];
  const reader = new ReplyReader(
    {
      message: (type, data, start, end) =>
        void seen.push([String.fromCharCode(type), () => data.toString('latin1', start, end)]),
      oversized: (type) => void seen.push([String.fromCharCode(type), () => null]),
    },
    maxBytes,
  );
  for (let at = 0; at < stream.length; at += pieceSize) {
    // A buffer of its own, as from a socket.
    reader.read(Buffer.from(stream.subarray(at, at + pieceSize)));
  }
  return seen.map(([type, body]) => [type, body()]);
}

describe('ReplyReader', () => {
  it('reads the same messages however the bytes arrive, and they stay valid', () => {
    const anyMessage = fc.tuple(fc.constantFrom('D', 'C', 'Z', 'E'), fc.string({ maxLength: 300 }));
    fc.assert(
      fc.property(fc.array(anyMessage), fc.integer({ min: 1, max: 400 }), (messages, pieceSize) => {
        const latin = messages.map(([type, text]): [string, string] => [
          type,
          Buffer.from(text).toString('latin1'),
        ]);
        const stream = Buffer.concat(latin.map(([type, body]) => message(type, Buffer.from(body, 'latin1'))));
        expect(readAll(stream, pieceSize)).toEqual(latin);
      }),
    );
  });

  it.each([[7], [65_536], [10_000_000]])('skips what is too large in pieces of %i bytes', (pieceSize) => {
    const stream = Buffer.concat([
      message('D', Buffer.alloc(100, 'a')),
      message('D', Buffer.alloc(101, 'b')),
      message('Z', Buffer.from('I')),
    ]);
    expect(readAll(stream, pieceSize, 100)).toEqual([
      ['D', 'a'.repeat(100)],
      ['D', null],
      ['Z', 'I'],
    ]);
  });

  it('refuses bytes that are no message', () => {
    expect(() => readAll(Buffer.from([1, 0, 0, 0, 0, 0]), 100)).toThrow('not PostgreSQL protocol');
  });
});
