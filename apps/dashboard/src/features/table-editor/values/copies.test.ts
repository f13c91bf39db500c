import { describe, expect, it } from 'vitest';
import { readBlock } from './pasted-block.ts';
import { rowsAsCsv, rowsAsJson, rowsAsSql, rowsAsTsv } from './row-copies.ts';

const table = {
  schema: 'public',
  name: 'My "table"',
  columns: [
    { name: 'id', type: 'bigint', is_generated: false },
    { name: 'select', type: 'text', is_generated: false },
    { name: 'twice', type: 'integer', is_generated: true },
  ],
};

describe('rows as text', () => {
  it('is a statement that inserts them', () => {
    expect(
      rowsAsSql(table, [
        ['1', "it's", '2'],
        ['2', null, '4'],
      ]),
    ).toBe(`insert into public."My ""table""" (id, "select")\nvalues\n  ('1', 'it''s'),\n  ('2', null);`);
  });

  it('is JSON', () => {
    expect(rowsAsJson(table, [['9007199254740993', 'a', null]])).toBe(
      '{ "id": 9007199254740993, "select": "a", "twice": null }',
    );
    expect(
      JSON.parse(
        rowsAsJson(table, [
          ['1', 'a', null],
          ['2', '', '4'],
        ]),
      ),
    ).toHaveLength(2);
  });

  it('is CSV that tells NULL from an empty text', () => {
    expect(
      rowsAsCsv(table, [
        ['1', null, ''],
        ['2', 'a,"b"\nc', 'x'],
      ]),
    ).toBe('id,select,twice\n1,,""\n2,"a,""b""\nc",x');
  });
});

describe('readBlock', () => {
  it('reads what it copied', () => {
    const rows = [
      ['a\tb', 'c"d', 'e\nf'],
      ['', '2', ' '],
    ];
    expect(readBlock(rowsAsTsv(rows))).toEqual(rows);
  });

  it.each<[string, string[][]]>([
    ['one', [['one']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\nb\n', [['a'], ['b']]],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '"a,1",b\nc,d',
      [
        ['a,1', 'b'],
        ['c', 'd'],
      ],
    ],
    ['well, this is\na text', [['well, this is'], ['a text']]],
    ['one, two', [['one, two']]],
    ['say "hi"\tx', [['say "hi"', 'x']]],
  ])('%j', (text, cells) => {
    expect(readBlock(text)).toEqual(cells);
  });
});
