import { describe, expect, it } from 'vitest';
import { cellPreview, columnWidth, isNumericType, numberColumnWidth, readableValue } from './cell-text.ts';

describe('isNumericType', () => {
  it.each(['int4', 'bigint', 'numeric(10,2)', 'numeric', 'double precision'])('%s is a number', (type) => {
    expect(isNumericType(type)).toBe(true);
  });
  it.each(['text', 'int4[]', 'int4range', 'interval', 'timestamptz(3)', ''])('%s is not', (type) => {
    expect(isNumericType(type)).toBe(false);
  });
});

describe('cellPreview', () => {
  it('shows line breaks and tabs as signs', () => {
    expect(cellPreview('a\r\nb\nc\td', 'text')).toBe('a ↵ b ↵ c ⇥ d');
  });

  it.each([
    ['a\u202ecod.exe', 'a⟨U+202E⟩cod.exe'],
    ['\u0007\u0000', '⟨U+0007⟩⟨U+0000⟩'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['שלום', 'שלום'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
  ])('shows what would not be seen: %j', (value, shown) => {
    expect(cellPreview(value, 'text')).toBe(shown);
  });

  it('cuts what no cell can show', () => {
    const preview = cellPreview('x'.repeat(1_000_000), 'text');
    expect(preview.length).toBeLessThan(300);
    expect(preview.endsWith('…')).toBe(true);
  });

  it('spells booleans out, and only booleans', () => {
    expect(cellPreview('t', 'bool')).toBe('true');
    expect(readableValue('f', 'boolean')).toBe('false');
    expect(cellPreview('t', 'text')).toBe('t');
  });
});

const field = { name: 'id', type: 'int4' };

describe('columnWidth', () => {
  it('is wide enough for the head when the values are short', () => {
    const long = { name: 'a_rather_long_column_name', type: 'int4' };
    expect(columnWidth(long, 0, [['1']])).toBeGreaterThan(columnWidth(field, 0, [['1']]));
  });

  it('grows with the values up to a limit', () => {
    const short = columnWidth(field, 0, [['1'.repeat(20)]]);
    expect(columnWidth(field, 0, [['1'.repeat(30)]])).toBeGreaterThan(short);
    expect(columnWidth(field, 0, [['1'.repeat(3_000)]])).toBe(columnWidth(field, 0, [['1'.repeat(300)]]));
  });

  it('survives NULL and rows that are too short', () => {
    expect(columnWidth(field, 1, [[null], []])).toBeGreaterThan(0);
  });
});

describe('numberColumnWidth', () => {
  it('has room for the largest number', () => {
    expect(numberColumnWidth(100_000)).toBeGreaterThan(numberColumnWidth(9));
  });
});
