import { describe, expect, it } from 'vitest';
import { RecordReader } from './record-reader.ts';

function read(text: string, size: number, options: { quotes?: boolean; longest?: number } = {}) {
  const records: [string, number, number][] = [];
  const open: number[] = [];
  const reader = new RecordReader(
    (record, line, feeds) => records.push([record.toString(), line, feeds]),
    (line) => open.push(line),
    options,
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return { records, open };
}

describe.each([1, 2, 3, 7, 1000])('records that come %i bytes at a time', (size) => {
  it.each<[string, [string, number, number][]]>([
    ['', []],
    ['a,b', [['a,b', 1, 0]]],
    [
      'a\nb\n',
      [
        ['a', 1, 0],
        ['b', 2, 0],
      ],
    ],
    [
      'a\r\n\r\nb',
      [
        ['a', 1, 0],
        ['', 2, 0],
        ['b', 3, 0],
      ],
    ],
    ['\ufeffa\n', [['a', 1, 0]]],
    [
      'a,"x\ny\r\n""",b\nc',
      [
        ['a,"x\ny\r\n""",b', 1, 2],
        ['c', 4, 0],
      ],
    ],
  ])('%j', (text, records) => {
    expect(read(text, size)).toEqual({ records, open: [] });
  });

  it('go on behind a line with a quote that stays open', () => {
    expect(read('a\nb "x\nc\nd', size)).toEqual({
      records: [
        ['a', 1, 0],
        ['c', 3, 0],
        ['d', 4, 0],
      ],
      open: [2],
    });
    expect(read('"open\nc\nd', size, { longest: 5 })).toEqual({
      records: [
        ['c', 2, 0],
        ['d', 3, 0],
      ],
      open: [1],
    });
    expect(read('{"a": "x\n"}', size, { quotes: false }).records).toHaveLength(2);
  });
});
