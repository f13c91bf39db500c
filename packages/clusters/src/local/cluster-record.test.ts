import { expect, test } from 'vitest';
import { parseRecord } from './cluster-record.ts';

const RECORD = {
  format: 1,
  ref: 'abc',
  kind: 'project',
  major: 17,
  version: '17.10.0',
  port: null,
  uid: null,
  createdAt: 'x',
};

test('a record is read back without its format', () => {
  const { format, ...rest } = RECORD;
  expect(format).toBe(1);
  expect(parseRecord(JSON.stringify(RECORD), '/c.json')).toEqual(rest);
});

test('a record of a newer program is refused with a way out', () => {
  expect(() => parseRecord(JSON.stringify({ ...RECORD, format: 2 }), '/c.json')).toThrow(
    /\/c\.json was written by a newer version of Basalt/,
  );
});

test.each(['', '{', 'null', '[]', '{"format":1,"major":9}'])('%j is called damaged', (text) => {
  expect(() => parseRecord(text, '/c.json')).toThrow(/\/c\.json is damaged/);
});
