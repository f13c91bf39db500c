import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceSampleRow } from '../kernel/schema.ts';
import { nextLevel } from '../project-cluster/next-level.ts';
import { levelAfter, levelsOf } from './levels.ts';

const THRESHOLDS = { warning: 0.8, critical: 0.95, slack: 0.05 };

describe('a level', () => {
  it.each([
    ['nothing below', [0.1, 0.79], null],
    ['begins at its threshold', [0.1, 0.8], 'warning'],
    ['can be critical at once', [0.1, 0.95], 'critical'],
    ['goes on a little below its threshold', [0.8, 0.76], 'warning'],
    ['ends further below', [0.8, 0.75], null],
    ['stays critical a little below', [0.96, 0.91], 'critical'],
    ['falls back to a warning', [0.96, 0.89], 'warning'],
    ['does not begin a little below its threshold', [0.5, 0.79], null],
    ['ends where nobody looked', [0.96, null], null],
    ['begins again after that', [0.96, null, 0.79], null],
  ])('%s', (_, shares, level) => expect(levelAfter(shares, THRESHOLDS)).toBe(level));

  it('changes once at most while the value stays within the slack', () => {
    const beside = fc.array(fc.double({ min: 0.751, max: 0.849, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(beside, (shares) => {
        let level: ReturnType<typeof nextLevel> = null;
        let changes = 0;
        for (const share of shares) {
          const next = nextLevel(level, share, THRESHOLDS);
          if (next !== level) changes += 1;
          level = next;
        }
        expect(changes).toBeLessThanOrEqual(1);
      }),
    );
  });
});

const MINUTE = 60_000;
const GB = 1_024 ** 3;
const NOW = new Date('2026-05-01T12:00:00Z');
const CAPACITY = { memoryBytes: 1_000, diskBytes: 100, ioBytesPerSecond: 50, machineFreeBytes: 50 * GB };
const QUIET = {
  cpu_exhaustion: null,
  memory_and_swap_exhaustion: null,
  disk_io_exhaustion: null,
  disk_space_exhaustion: null,
};

/** A sample a minute, the last one now. */
function minutes(count: number, values: Partial<ResourceSampleRow>, endMinutesAgo = 0): ResourceSampleRow[] {
  return Array.from({ length: count }, (_, place) => ({
    project_id: 1,
    at: new Date(NOW.getTime() - (count - 1 - place + endMinutesAgo) * MINUTE),
    cpu_percent: 5,
    memory_bytes: 50,
    disk_bytes: 10,
    read_bytes_per_second: 0,
    written_bytes_per_second: 0,
    connections: 3,
    cache_hit_percent: null,
    ...values,
  }));
}
const levels = (samples: ResourceSampleRow[], capacity = {}) =>
  levelsOf(samples, { ...CAPACITY, ...capacity }, NOW);

describe('what is about to run out', () => {
  it('is nothing in a quiet project, and in one without samples', () => {
    expect(levels(minutes(30, {}))).toEqual(QUIET);
    expect(levels([])).toEqual(QUIET);
  });

  it.each<[string, Partial<ResourceSampleRow>, Partial<typeof QUIET> | object]>([
    ['processors', { cpu_percent: 85 }, { cpu_exhaustion: 'warning' }],
    ['processors', { cpu_percent: 170 }, { cpu_exhaustion: 'critical' }],
    ['memory', { memory_bytes: 900 }, { memory_and_swap_exhaustion: 'warning' }],
    ['memory', { memory_bytes: 990 }, { memory_and_swap_exhaustion: 'critical' }],
    [
      'disk transfer, both ways together',
      { read_bytes_per_second: 20, written_bytes_per_second: 22 },
      { disk_io_exhaustion: 'warning' },
    ],
    [
      'disk transfer',
      { written_bytes_per_second: 60, read_bytes_per_second: null },
      { disk_io_exhaustion: 'critical' },
    ],
    ['disk space', { disk_bytes: 80 }, { disk_space_exhaustion: 'warning' }],
    ['disk space', { disk_bytes: 91 }, { disk_space_exhaustion: 'critical' }],
  ])('%s: %o', (_, values, expected) => {
    expect(levels(minutes(15, values))).toEqual({ ...QUIET, ...expected });
  });

  it('is not the processors after a short burst, nor after the load has ended', () => {
    expect(levels([...minutes(20, {}, 3), ...minutes(3, { cpu_percent: 100 })])).toEqual(QUIET);
    expect(levels([...minutes(20, { cpu_percent: 100 }, 10), ...minutes(10, {})])).toEqual(QUIET);
  });

  it('is not said of a time when nobody looked, but what lies on the disk stays', () => {
    const paused = minutes(20, { cpu_percent: 100, disk_bytes: 85 }, 10);
    expect(levels(paused)).toEqual({ ...QUIET, disk_space_exhaustion: 'warning' });
  });

  it('is the disk of every project when the machine has no room', () => {
    expect(levels(minutes(3, {}), { machineFreeBytes: 4 * GB }).disk_space_exhaustion).toBe('warning');
    expect(levels(minutes(3, {}), { machineFreeBytes: GB / 2 }).disk_space_exhaustion).toBe('critical');
    expect(levels(minutes(3, {}), { machineFreeBytes: null }).disk_space_exhaustion).toBeNull();
  });
});
