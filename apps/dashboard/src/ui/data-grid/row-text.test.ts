import { describe, expect, it } from 'vitest';
import { rowAsJson, rowAsText } from './row-text.ts';

const fields = [
  { name: 'id', type: 'int8' },
  { name: 'id', type: 'text' },
  { name: 'ok', type: 'bool' },
  { name: 'data', type: 'jsonb' },
  { name: 'price', type: 'numeric' },
];

describe('rowAsJson', () => {
  it('keeps every digit, embeds json and numbers repeated names', () => {
    const text = rowAsJson(fields, ['9007199254740993', 'a "b"', 't', '{"a": [1]}', '1.50']);
    expect(text).toBe(
      '{ "id": 9007199254740993, "id_2": "a \\"b\\"", "ok": true, "data": {"a": [1]}, "price": 1.50 }',
    );
  });

  it('writes numbers that JSON lacks as text', () => {
    expect(JSON.parse(rowAsJson(fields, ['1', null, 'f', null, 'NaN']))).toEqual({
      id: 1,
      id_2: null,
      ok: false,
      data: null,
      price: 'NaN',
    });
  });
});

describe('rowAsText', () => {
  it('is one line of tab separated values', () => {
    expect(rowAsText(['a\tb', null, 'c\nd'])).toBe('a b\t\tc d');
  });
});
