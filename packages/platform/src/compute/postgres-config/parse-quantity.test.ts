import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatMilliseconds, parseBytes, parseMilliseconds } from './parse-quantity.ts';

const KB = 1_024;

describe('sizes', () => {
  it.each([
    ['64MB', KB, 64 * KB ** 2],
    ['1.5GB', KB, 1.5 * KB ** 3],
    [' 16 kB ', KB, 16 * KB],
    ['2', 8 * KB, 16 * KB],
    ['-1', KB, -1],
    ['0', KB, 0],
    ['16mb', KB, null],
    ['16 MB; drop table x', KB, null],
    ['', KB, null],
    ['MB', KB, null],
    ['1e9', KB, null],
    ['64constructor', KB, null],
  ])('%s', (text, unit, bytes) => expect(parseBytes(text, unit)).toBe(bytes));

  it('come back as they were from their shortest form', () => {
    fc.assert(
      fc.property(fc.nat(), (kilobytes) => {
        expect(parseBytes(formatBytes(kilobytes * KB), KB)).toBe(kilobytes * KB);
      }),
    );
    expect(formatBytes(KB ** 3)).toBe('1GB');
    expect(formatBytes(1.5 * KB ** 2)).toBe('1536kB');
  });
});

describe('durations', () => {
  it.each([
    ['60000', 1, 60_000],
    ['5', 1_000, 5_000],
    ['2min', 1, 120_000],
    ['1.5h', 1, 5_400_000],
    ['500us', 1, 0.5],
    ['1 week', 1, null],
  ])('%s', (text, unit, milliseconds) => expect(parseMilliseconds(text, unit)).toBe(milliseconds));

  it('are written in the largest unit', () => {
    expect(formatMilliseconds(60_000)).toBe('1min');
    expect(formatMilliseconds(1_500)).toBe('1500ms');
    expect(formatMilliseconds(0)).toBe('0');
  });
});
