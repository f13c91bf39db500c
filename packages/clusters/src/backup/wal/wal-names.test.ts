import { describe, expect, test } from 'vitest';
import {
  formatLsn,
  parseHistoryName,
  parseLsn,
  parseSegmentName,
  segmentAt,
  segmentBefore,
  segmentName,
  segmentStart,
} from './wal-names.ts';

describe('names of segments', () => {
  test.each([
    ['000000010000000000000001', { timeline: 1, number: 1 }],
    ['0000000100000000000000FF', { timeline: 1, number: 255 }],
    ['000000020000000100000000', { timeline: 2, number: 256 }],
    ['0000000A00000ABC000000DE', { timeline: 10, number: 0xabc * 256 + 0xde }],
  ])('%s', (name, segment) => {
    expect(parseSegmentName(name)).toEqual(segment);
    expect(segmentName(segment)).toBe(name);
  });

  test.each([
    '00000001000000000000000',
    '0000000100000000000000001',
    '000000010000000000000100',
    '000000000000000000000001',
    '00000001000000000000000g',
    '00000001000000000000000a',
    '000000010000000000000001.partial',
    '../../../../../etc/passwd',
    '',
  ])('"%s" is none', (name) => expect(parseSegmentName(name)).toBeNull());

  test('sort as the log goes', () => {
    const numbers = [0, 1, 255, 256, 257, 65_535, 65_536, 2 ** 32];
    const names = numbers.map((number) => segmentName({ timeline: 1, number }));
    expect([...names].sort()).toEqual(names);
    expect(names.map((name) => parseSegmentName(name)?.number)).toEqual(numbers);
  });
});

test('places of the log and the segments that they are in', () => {
  expect(parseLsn('16/B374D848')).toBe(0x16b374d848n);
  expect(['16/B374D848', '0/1000028', '1/0'].map((lsn) => formatLsn(parseLsn(lsn)))).toEqual([
    '16/B374D848',
    '0/1000028',
    '1/0',
  ]);
  expect(segmentAt(parseLsn('0/1000000'))).toBe(1);
  expect(segmentAt(parseLsn('0/FFFFFF'))).toBe(0);
  expect(segmentAt(parseLsn('1/0'))).toBe(256);
  expect(segmentBefore(parseLsn('0/2000000'))).toBe(1);
  expect(segmentBefore(parseLsn('0/2000001'))).toBe(2);
  expect(segmentBefore(0n)).toBe(0);
  for (const number of [0, 1, 255, 256, 1e6]) expect(segmentAt(segmentStart(number))).toBe(number);
  for (const text of ['', '0', '0/', '0/g', '/0', '123456789/0', '0/0; drop table'])
    expect(() => parseLsn(text)).toThrow(TypeError);
});

test('names of histories', () => {
  expect(parseHistoryName('0000000A.history')).toBe(10);
  expect(parseHistoryName('A.history')).toBeNull();
  expect(parseHistoryName('0000000A.history.tmp')).toBeNull();
});
