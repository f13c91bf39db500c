import { describe, expect, it } from 'vitest';
import { clampWidth, type WidthLimits } from './clamp-width.ts';

const menu: WidthLimits = { minPixels: 192, maxPixels: 512, maxShare: 0.33 };
const panel: WidthLimits = { minShare: 0.3, maxShare: 0.5 };

describe('clampWidth', () => {
  it.each<[string, number, WidthLimits, number, number]>([
    ['a width within its limits stays', 256, menu, 1440, 256],
    ['too narrow', 20, menu, 1440, 192],
    ['at most its pixels on a wide screen', 900, menu, 2560, 512],
    ['at most a third of a narrow screen', 400, menu, 1000, 330],
    ['the upper limit wins where a third is less than the least', 256, menu, 480, 158.4],
    ['a panel has at least 30 %', 100, panel, 1000, 300],
    ['a panel has at most half', 800, panel, 1000, 500],
  ])('%s', (_, wanted, limits, windowWidth, width) => {
    expect(clampWidth(wanted, limits, windowWidth)).toBeCloseTo(width);
  });
});
