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
