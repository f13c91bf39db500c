import type { ResourceSample } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartScale } from './chart-scale.ts';

const LINES = [{ value: 'cpu_percent', label: 'CPU' }] as const;
const samples = (values: (number | null)[]) =>
  values.map((cpu_percent) => ({ at: '2026-03-01T14:00:00Z', cpu_percent })) as ResourceSample[];
const MB = 1024 ** 2;

describe('how high a chart reaches', () => {
  it.each([
    ['to its limit', 'limit', [3, null, 12], 100, 100],
    ['above a limit that does not hold', 'limit', [140], 100, 200],
    ['as high as the values where the limit is far', 'use', [3 * MB], 50 * MB, 5 * MB],
    ['to one where nothing was used', 'use', [0, null], 50 * MB, 1],
    ['as high as the values without a limit', 'limit', [12], null, 20],
    ['somewhere without values', 'use', [], 50, 1],
  ] as const)('%s', (_, scale, values, limit, top) => {
    expect(chartScale({ lines: LINES, scale }, samples([...values]), limit).top).toBe(top);
  });

  it('nothing is cut off, and no more than about half is empty above the highest value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.01, max: 1e13, noNaN: true }), (value) => {
        const { top } = chartScale({ lines: LINES, scale: 'use' }, samples([value]), null);
        expect(top).toBeGreaterThanOrEqual(value);
        expect(top).toBeLessThanOrEqual(value * 2.51);
      }),
    );
  });
});
