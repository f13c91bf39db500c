import { describe, expect, it } from 'vitest';
import { cellPreview, isNumericType, readableValue } from './cell-text.ts';

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
