import { describe, expect, it } from 'vitest';
import { resultAsCsv, resultAsJson, resultAsMarkdown } from './result-export.ts';

const fields = [
  { name: 'id', type: 'int4' },
  { name: 'note, "long"', type: 'text' },
];
const rows = [
  ['1', 'plain'],
  ['2', 'a "quote", a comma'],
  ['3', 'two\nlines | and \\ a bar'],
  ['4', ''],
  ['5', null],
];

describe('resultAsCsv', () => {
  it('quotes what needs it and tells NULL from empty text', () => {
    expect(resultAsCsv(fields, rows)).toBe(
      'id,"note, ""long"""\r\n1,plain\r\n2,"a ""quote"", a comma"\r\n3,"two\nlines | and \\ a bar"\r\n4,""\r\n5,\r\n',
    );
  });
});

describe('resultAsJson', () => {
  it('is an array of objects', () => {
    expect(JSON.parse(resultAsJson(fields, rows))[4]).toEqual({ id: 5, 'note, "long"': null });
    expect(resultAsJson(fields, [])).toBe('[]');
  });
});

describe('resultAsMarkdown', () => {
  it('keeps every row on its line', () => {
    expect(resultAsMarkdown(fields, rows.slice(2, 3))).toBe(
      '| id | note, "long" |\n| --- | --- |\n| 3 | two<br>lines \\| and \\\\ a bar |',
    );
  });
});
