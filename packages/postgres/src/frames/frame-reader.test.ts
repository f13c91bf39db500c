import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, notProtocol } from './frame-reader.ts';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

type Seen = [type: string, body: string];

/** Reads the stream in pieces of the given size and shows the messages after all has arrived; of long ones type and size. */
function readAll(stream: Buffer, pieceSize: number, longest = 1_000_000): Seen[] {
  const seen: (() => Seen)[] = [];
  const pieces: Buffer[][] = [];
  const reader = new FrameReader(
    {
      message: (type, data, start, end) =>
        void seen.push(() => [String.fromCharCode(type), data.toString('latin1', start, end)]),
      beginLong: (type, size) => {
        const own: Buffer[] = [];
        pieces.push(own);
        seen.push(() => [
          `${String.fromCharCode(type)} of ${size}`,
          Buffer.concat(own).toString('latin1').replace('.', ''),
        ]);
      },
      piece: (data, start, end, left) => {
        pieces.at(-1)?.push(data.subarray(start, end));
        if (left === 0) pieces.at(-1)?.push(Buffer.from('.'));
      },
      malformed: notProtocol,
    },
    longest,
  );
  for (let at = 0; at < stream.length; at += pieceSize) {
    // A buffer of its own, as from a socket.
    reader.read(Buffer.from(stream.subarray(at, at + pieceSize)));
  }
  return seen.map((show) => show());
}

describe('FrameReader', () => {
  it('reads the same messages however the bytes arrive, and they stay valid', () => {
    const anyMessage = fc.tuple(fc.constantFrom('D', 'C', 'Z', 'E'), fc.string({ maxLength: 300 }));
    fc.assert(
      fc.property(fc.array(anyMessage), fc.integer({ min: 1, max: 400 }), (messages, pieceSize) => {
        const latin = messages.map(([type, text]): Seen => [type, Buffer.from(text).toString('latin1')]);
        const stream = Buffer.concat(latin.map(([type, body]) => message(type, Buffer.from(body, 'latin1'))));
        expect(readAll(stream, pieceSize)).toEqual(latin);
      }),
    );
  });

  it.each([[1], [7], [65_536], [10_000_000]])(
    'hands on in pieces what is longer than it gathers, arriving in pieces of %i bytes',
    (pieceSize) => {
      const stream = Buffer.concat([
        message('D', Buffer.alloc(100, 'a')),
        message('D', Buffer.alloc(101, 'b')),
        message('Z', Buffer.from('I')),
      ]);
      expect(readAll(stream, pieceSize, 100)).toEqual([
        ['D', 'a'.repeat(100)],
        ['D of 101', 'b'.repeat(101)],
        ['Z', 'I'],
      ]);
    },
  );

  it.each([[1], [3], [100]])(
    'gathers nothing but empty bodies when told so, in pieces of %i bytes',
    (size) => {
      const stream = Buffer.concat([message('2', Buffer.alloc(0)), message('Z', Buffer.from('I'))]);
      expect(readAll(stream, size, 0)).toEqual([
        ['2', ''],
        ['Z of 1', 'I'],
      ]);
    },
  );

  it('knows whether it stands between two messages', () => {
    const nothing = () => {};
    const reader = new FrameReader(
      { message: nothing, beginLong: nothing, piece: nothing, malformed: notProtocol },
      1,
    );
    const stream = Buffer.concat([message('Z', Buffer.from('I')), message('E', Buffer.from('long'))]);
    const between = [...stream].map((byte) => {
      reader.read(Buffer.of(byte));
      return reader.isBetweenMessages;
    });
    expect(between.flatMap((yes, index) => (yes ? [index + 1] : []))).toEqual([6, 15]);
  });

  it('shows the header of a message that lies in one piece', () => {
    const headers: string[] = [];
    const reader = new FrameReader(
      {
        message: (_type, data, start) => void headers.push(data.toString('latin1', start - 5, start - 4)),
        beginLong: () => {},
        piece: () => {},
        malformed: notProtocol,
      },
      100,
    );
    reader.read(Buffer.concat([message('A', Buffer.from('x')), message('B', Buffer.alloc(0))]));
    expect(headers).toEqual(['A', 'B']);
  });

  it('refuses bytes that are no message', () => {
    expect(() => readAll(Buffer.from([1, 0, 0, 0, 0, 0]), 100)).toThrow('not PostgreSQL protocol');
  });
});
