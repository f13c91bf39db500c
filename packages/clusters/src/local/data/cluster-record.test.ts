import { expect, test } from 'vitest';
import { type ClusterRecord, formatRecord, parseRecord } from './cluster-record.ts';

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
  expect(parseRecord(JSON.stringify(RECORD), '/c.json')).toEqual({ ...rest, data: 'data' });
});

test('a record of a newer program is refused with a way out', () => {
  expect(() => parseRecord(JSON.stringify({ ...RECORD, format: 3 }), '/c.json')).toThrow(
    /\/c\.json was written by a newer version of Basalt/,
  );
});

test.each(['', '{', 'null', '[]', '{"format":1,"major":9}'])('%j is called damaged', (text) => {
  expect(() => parseRecord(text, '/c.json')).toThrow(/\/c\.json is damaged/);
});

test('the name of a data directory cannot lead out of the cluster', () => {
  const kept = { id: 'a', data: '../x', major: 17, version: '17', keptAt: 'x' };
  for (const part of [
    { data: '../x' },
    { data: 'log' },
    { kept: [kept] },
    { movedTo: { ref: 'abc', data: '/x' } },
  ])
    expect(() => parseRecord(JSON.stringify({ ...RECORD, format: 2, ...part }), '/c.json')).toThrow(
      /is damaged/,
    );
});

test('what is written is read back, in the oldest format that keeps older programs from a mistake', () => {
  const { format: _, ...rest } = RECORD;
  for (const data of ['data', 'data-after-x']) {
    const record = { ...rest, data } as ClusterRecord;
    const text = formatRecord(record);
    expect(parseRecord(text, '/c.json')).toEqual(record);
    expect(JSON.parse(text).format).toBe(data === 'data' ? 1 : 2);
  }
});
