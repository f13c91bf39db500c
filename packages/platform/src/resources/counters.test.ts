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
  ...changes,
});
const UNKNOWN = { cpuPercent: null, readBytesPerSecond: null, writtenBytesPerSecond: null };

describe('what was used between two looks', () => {
  const before = look(START + 10 * MINUTE);
  const at = START + 11 * MINUTE;

  it('is the growth of the counters over the time', () => {
    const now = look(at, { cpuSeconds: 130, readBytes: 12_000, writtenBytes: 60_000 });
    expect(ratesBetween(before, now, 2, 2 * MINUTE)).toEqual({
      cpuPercent: 25,
      readBytesPerSecond: 100,
      writtenBytesPerSecond: 0,
    });
  });

  it('counts a server that was started in between from its start', () => {
    const now = look(at, { startedAt: at - 30_000, cpuSeconds: 15, readBytes: 3_000, writtenBytes: 0 });
    expect(ratesBetween(before, now, 1, 2 * MINUTE)).toEqual({
      cpuPercent: 50,
      readBytesPerSecond: 100,
      writtenBytesPerSecond: 0,
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
    });
  });
});
