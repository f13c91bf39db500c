import { describe, expect, it } from 'vitest';
import { type Counters, ratesBetween } from './counters.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-05-01T12:00:00Z');
const look = (at: number, changes: Partial<Counters> = {}): Counters => ({
  at,
  startedAt: START,
  cpuSeconds: 100,
  readBytes: 6_000,
  writtenBytes: 60_000,
  cache: null,
  ...changes,
});
const UNKNOWN = {
  cpuPercent: null,
  readBytesPerSecond: null,
  writtenBytesPerSecond: null,
  cacheHitPercent: null,
};

describe('what was used between two looks', () => {
  const before = look(START + 10 * MINUTE);
  const at = START + 11 * MINUTE;

  it('is the growth of the counters over the time', () => {
    const now = look(at, { cpuSeconds: 130, readBytes: 12_000, writtenBytes: 60_000 });
    expect(ratesBetween(before, now, 2, 2 * MINUTE)).toEqual({
      cpuPercent: 25,
      readBytesPerSecond: 100,
      writtenBytesPerSecond: 0,
      cacheHitPercent: null,
    });
  });

  it.each([
    ['hits of all that was wanted', { hits: 100, reads: 10 }, { hits: 190, reads: 20 }, 90],
    ['unknown where nothing was wanted', { hits: 100, reads: 10 }, { hits: 100, reads: 10 }, null],
    ['unknown after a reset', { hits: 100, reads: 10 }, { hits: 5, reads: 11 }, null],
    ['unknown where nobody asked before', null, { hits: 5, reads: 11 }, null],
  ])('is, of the cache, %s', (_, earlier, later, percent) => {
    const rates = ratesBetween(look(START + MINUTE, { cache: earlier }), look(at, { cache: later }), 1, 1e9);
    expect(rates.cacheHitPercent).toBe(percent);
  });

  it('counts a server that was started in between from its start', () => {
    const now = look(at, { startedAt: at - 30_000, cpuSeconds: 15, readBytes: 3_000, writtenBytes: 0 });
    expect(ratesBetween(before, now, 1, 2 * MINUTE)).toEqual({
      cpuPercent: 50,
      readBytesPerSecond: 100,
      writtenBytesPerSecond: 0,
      cacheHitPercent: null,
    });
  });

  it.each([
    ['at the first look at a server that has run for long', null, look(at)],
    ['after a pause of looking', before, look(START + 60 * MINUTE)],
    ['when the clock was set back', before, look(START + 9 * MINUTE)],
  ])('is unknown %s', (_, earlier, now) => {
    expect(ratesBetween(earlier, now, 1, 2 * MINUTE)).toEqual(UNKNOWN);
  });

  it('is never negative, and unknown where the system does not tell', () => {
    const now = look(at, { cpuSeconds: 99, readBytes: null });
    expect(ratesBetween(before, now, 1, 2 * MINUTE)).toEqual({
      cpuPercent: 0,
      readBytesPerSecond: null,
      writtenBytesPerSecond: 0,
      cacheHitPercent: null,
    });
  });
});
