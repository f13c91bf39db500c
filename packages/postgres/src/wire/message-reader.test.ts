import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, isCut } from './cell.ts';
import { MessageReader } from './message-reader.ts';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int(size: 2 | 4, value: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeIntBE(value, 0, size);
  return bytes;
}

function row(values: readonly (string | null)[]): Buffer {
  const cells = values.flatMap((value) => {
    if (value === null) return [int(4, -1)];
    const text = Buffer.from(value);
    return [int(4, text.length), text];
  });
  return message('D', Buffer.concat([int(2, values.length), ...cells]));
}

/** Reads the stream in pieces of the given size and shows each message. */
function readAll(stream: Buffer, pieceSize: number, maxValueBytes = 1000): unknown[] {
  const reader = new MessageReader(maxValueBytes);
  const seen: unknown[] = [];
  for (let at = 0; at < stream.length; at += pieceSize) {
    for (const found of reader.read(stream.subarray(at, at + pieceSize))) {
      seen.push(
        found.type === 'D'
          ? found.cells().map((cell) => cell && cellText(cell))
          : [found.type, found.body.length],
      );
    }
  }
  return seen;
}

describe('MessageReader', () => {
  it('leaves out rows until something else comes', () => {
    const reader = new MessageReader(1000);
    const types = (...bytes: Buffer[]) => [...reader.read(Buffer.concat(bytes))].map(({ type }) => type);
    expect(types(row(['1']))).toEqual(['D']);
    reader.skipRows();
    const end = message('C', Buffer.from('SELECT 3\0'));
    expect(types(row(['2']), row(['3']), end, message('T', int(2, 0)), row(['4']))).toEqual(['C', 'T', 'D']);
  });

  it('reads the same messages however the bytes arrive', () => {
    const value = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }));
    const anyMessage = fc.oneof(
      fc.array(value, { maxLength: 5 }).map((values) => ({ bytes: row(values), shown: values as unknown })),
      fc
        .nat({ max: 30 })
        .map((size) => ({ bytes: message('N', Buffer.alloc(size)), shown: ['N', size] as unknown })),
    );
    fc.assert(
      fc.property(fc.array(anyMessage), fc.integer({ min: 1, max: 50 }), (messages, pieceSize) => {
        const stream = Buffer.concat(messages.map(({ bytes }) => bytes));
        expect(readAll(stream, pieceSize)).toEqual(messages.map(({ shown }) => shown));
      }),
    );
  });

  it.each([[1000], [65_536], [10_000_000]])(
    'cuts each long value of a huge row that arrives in pieces of %i bytes',
    (pieceSize) => {
      const stream = Buffer.concat([
        row(['a', 'x'.repeat(900_000), null, 'é'.repeat(400_000), '', 'z']),
        row(['n']),
      ]);
      expect(readAll(stream, pieceSize, 3)).toEqual([['a', 'xxx', null, 'é', '', 'z'], ['n']]);
    },
  );

  it('tells the whole size of a cut value', () => {
    const [found] = new MessageReader(3).read(row(['abcdef', 'abc']));
    const [long, short] = found?.cells() ?? [];
    expect(long).toMatchObject({ bytes: 6 });
    expect(long && isCut(long)).toBe(true);
    expect(short && isCut(short)).toBe(false);
  });

  it('keeps only the beginning of other long messages', () => {
    const stream = Buffer.concat([message('E', Buffer.alloc(1_000_000)), message('Z', Buffer.from('I'))]);
    expect(readAll(stream, 65_536)).toEqual([
      ['E', 256 * 1024],
      ['Z', 1],
    ]);
  });

  it('never holds more than 16 MB of a row of many long values', () => {
    const reader = new MessageReader(1_000_000);
    const values = Array.from({ length: 40 }, () => 'x'.repeat(1_000_000));
    const [found] = reader.read(row(values));
    const cells = found?.cells() ?? [];
    expect(cells).toHaveLength(40);
    expect(cells.reduce((sum, cell) => sum + (cell?.kept.length ?? 0), 0)).toBe(16 * 1024 * 1024);
    expect(cells.every((cell) => cell?.bytes === 1_000_000)).toBe(true);
  });

  it('refuses bytes that are no message', () => {
    expect(() => readAll(Buffer.from([1, 0, 0, 0, 0, 0]), 6)).toThrow('not PostgreSQL protocol');
  });
});
