import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PgOutputReader } from './pgoutput.ts';
import { ShortRow } from './short-row.ts';

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.from(`${value}\0`);
const tuple = (...values: (string | null | undefined)[]) =>
  Buffer.concat([
    int16(values.length),
    ...values.map((value) =>
      value === null
        ? Buffer.from('n')
        : value === undefined
          ? Buffer.from('u')
          : Buffer.concat([Buffer.from('t'), int32(Buffer.byteLength(value)), Buffer.from(value)]),
    ),
  ]);
const RELATION = Buffer.concat([
  Buffer.from('R'),
  int32(7),
  text('public'),
  text('notes'),
  Buffer.from('d'),
  int16(2),
  ...['id', 'text'].flatMap((name, index) => [Buffer.of(1 - index), text(name), int32(25), int32(0)]),
]);
const row = (kind: string, ...parts: (Buffer | string)[]) =>
  Buffer.concat([Buffer.from(kind), int32(7), ...parts.map((part) => Buffer.from(part as string))]);

test('rows are read, and what was not sent again is taken from the former row if that is whole', () => {
  const reader = new PgOutputReader();
  expect(reader.read(RELATION)).toBeNull();
  expect(reader.read(row('I', 'N', tuple('1', 'ä')))).toMatchObject({
    kind: 'INSERT',
    row: ['1', 'ä'],
    old: null,
  });
  expect(reader.read(row('U', 'N', tuple('1', undefined)))).toMatchObject({
    row: ['1', undefined],
    old: null,
  });
  expect(reader.read(row('U', 'O', tuple('1', 'long'), 'N', tuple('2', undefined)))).toMatchObject({
    row: ['2', 'long'],
    old: ['1', 'long'],
    isOldWhole: true,
  });
  expect(reader.read(row('D', 'K', tuple('2', null)))).toMatchObject({
    kind: 'DELETE',
    row: null,
    old: ['2', null],
    isOldWhole: false,
  });
  expect(reader.read(Buffer.concat([Buffer.from('T'), int32(1), Buffer.of(0), int32(7)]))).toMatchObject({
    kind: 'TRUNCATE',
    relations: [{ name: 'notes' }],
  });
});

test('bytes that are no message are an error, and the reader goes on', () => {
  const reader = new PgOutputReader();
  reader.read(RELATION);
  fc.assert(
    fc.property(fc.constantFrom(...'BRIUDT'), fc.uint8Array({ maxLength: 60 }), (kind, rest) => {
      try {
        reader.read(Buffer.concat([Buffer.from(kind), rest]));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
  reader.read(RELATION);
  expect(reader.read(row('I', 'N', tuple('1', 'a')))).toMatchObject({ row: ['1', 'a'] });
});

test('rows that come in pieces are read without their long values, wherever they are cut', () => {
  const long = 'x'.repeat(10_000);
  const values = fc.array(fc.constantFrom('short', '', null, undefined, long), {
    minLength: 2,
    maxLength: 2,
  });
  const short = (of: (string | null | undefined)[]) =>
    of.map((value) => (value === long ? undefined : value));
  fc.assert(
    fc.property(values, values, fc.integer({ min: 1, max: 9_000 }), (old, now, size) => {
      const message = row('U', 'K', tuple(...old), 'N', tuple(...now));
      const sent = Buffer.concat([Buffer.from('header'), message]);
      const reader = new ShortRow(6);
      for (let at = 0; at < sent.length; at += size) reader.add(sent.subarray(at, at + size));
      const kept = reader.end() ?? Buffer.alloc(0);
      expect(kept.toString('utf8', 0, 6)).toBe('header');
      const stream = new PgOutputReader();
      stream.read(RELATION);
      expect(stream.read(kept.subarray(6), message.length)).toMatchObject({
        old: short(old),
        row: short(now),
        bytes: message.length,
      });
    }),
  );
  const other = new ShortRow(6);
  other.add(Buffer.from('headerM and more'));
  expect(other.end()).toBeNull();
});
