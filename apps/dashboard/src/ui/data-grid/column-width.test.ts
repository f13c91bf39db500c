import { describe, expect, it } from 'vitest';
import { columnWidth, numberColumnWidth } from './column-width.ts';

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
