import { expect, test } from 'vitest';
import { base, minute } from '../wal-for-test.ts';
import { beginningOf, newBaseId, parseRecord } from './base-record.ts';

test('ids sort by time and tell it', () => {
  const now = new Date('2026-11-20T10:15:00.999Z');
  expect(newBaseId(now)).toMatch(/^20261120T101500Z-[0-9a-f]{4}$/);
  expect(beginningOf(newBaseId(now))).toEqual(new Date('2026-11-20T10:15:00Z'));
  for (const id of ['', '..', '20261120T101500Z', '20261120T101500Z-3f9a/..'])
    expect(beginningOf(id)).toBeNull();
});

test('a record is read as it was written; a damaged one is refused with a sentence', () => {
  const record = base(1, 2, minute(2));
  expect(parseRecord(JSON.stringify({ format: 1, ...record }), 'key')).toEqual(record);
  for (const text of [
    '',
    '{}',
    'null',
    JSON.stringify({ format: 2, ...record }),
    JSON.stringify({ format: 1, ...record, finishedAt: 'x' }),
  ])
    expect(() => parseRecord(text, 'abc/backup.json')).toThrow('abc/backup.json, cannot be read');
});
