import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PgOutputReader } from './pgoutput.ts';

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
