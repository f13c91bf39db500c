import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, isTextType } from './csv-translator.ts';

const text = (value: string | null) => csvRow([{ text: value, isText: true }]);

describe('csvRow', () => {
  it.each<[string | null, string]>([
    ['plain', 'plain'],
    [null, ''],
    ['', '""'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['1=1', '1=1'],
  ])('writes the text %j as %j', (value, cell) => {
    expect(text(value)).toBe(`${cell}\r\n`);
  });

  it('leaves numbers and dates as they are', () => {
    expect(
      csvRow([
        { text: '-1.5', isText: false },
        { text: '-infinity', isText: false },
      ]),
    ).toBe('-1.5,-infinity\r\n');
  });

  it('never lets a text begin like a formula or break out of its cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const cell = text(value).slice(0, -2);
        const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(inner).not.toMatch(/^[=+\-@\t\r]/);
        expect([value, `'${value}`]).toContain(inner);
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/);
      }),
    );
  });
});

describe('isTextType', () => {
  it.each([
    ['text', 25, true],
    ['varchar', 1043, true],
    ['json', 114, true],
    ['a type of the database', 99999, true],
    ['int4', 23, false],
    ['numeric', 1700, false],
    ['timestamptz', 1184, false],
    ['interval', 1186, false],
    ['uuid', 2950, false],
  ])('%s', (_, typeId, expected) => {
    expect(isTextType(typeId)).toBe(expected);
  });
});
