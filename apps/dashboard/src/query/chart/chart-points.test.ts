import { describe, expect, it } from 'vitest';
import { chartPoints, MAX_BARS, toNumber } from './chart-points.ts';

const fields = [
  { name: 'day', type: 'date' },
  { name: 'n', type: 'int8' },
];
const axes = { x: 0, y: 1 };

describe('toNumber', () => {
  it.each<[string | null, number | null]>([
    ['5', 5],
    ['-1.5e3', -1500],
    ['$1,234.50', 1234.5],
    ['-$2.00', -2],
    [null, null],
    ['', null],
    ['NaN', null],
    ['Infinity', null],
    ['-Infinity', null],
    ['1e999', null],
    ['0x10', null],
    ['three', null],
    ['t', null],
  ])('%j', (text, number) => {
    expect(toNumber(text)).toBe(number);
  });
});

describe('chartPoints', () => {
  const rows = [
    ['2026-03-01', '1'],
    ['2026-03-02', 'NaN'],
    ['2026-03-03', null],
    ['2026-03-04', '3'],
  ];

  it('leaves out rows without a number and counts them', () => {
    expect(chartPoints(fields, rows, axes, false)).toEqual({
      points: [
        { label: '01 Mar', value: 1 },
        { label: '04 Mar', value: 3 },
      ],
      skipped: 2,
      step: 1,
    });
  });

  it('sums what came so far', () => {
    expect(chartPoints(fields, rows, axes, true).points.map(({ value }) => value)).toEqual([1, 4]);
  });

  it('takes words as they are, and NULL too', () => {
    const words = [{ name: 'country', type: 'text' }, ...fields.slice(1)];
    const { points } = chartPoints(
      words,
      [
        ['Peru', '1'],
        [null, '2'],
      ],
      axes,
      false,
    );
    expect(points.map(({ label }) => label)).toEqual(['Peru', 'NULL']);
  });

  it('thins what no screen can show, after summing', () => {
    const many = Array.from({ length: MAX_BARS * 2 + 1 }, () => ['2026-03-01', '1']);
    const { points, step } = chartPoints(fields, many, axes, true);
    expect(step).toBe(3);
    expect(points.length).toBeLessThanOrEqual(MAX_BARS);
    expect(points.slice(0, 3).map(({ value }) => value)).toEqual([1, 4, 7]);
  });

  it('survives no rows', () => {
    expect(chartPoints(fields, [], axes, false)).toEqual({ points: [], skipped: 0, step: 1 });
  });
});
