import type { Backup, BackupOverview } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { momentAt, timelinePlot } from './timeline-plot.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const backup = (age: number) =>
  ({ id: age, state: 'done', started_at: ago(age), finished_at: ago(age) }) as Backup;

const overview = (ages: number[], earliest: number | null, days = 7): BackupOverview => ({
  backups: ages.map(backup),
  kept_databases: [],
  restore_points: [],
  schedule: { enabled: true, time: '03:30', retention_days: days, plan_retention_days: 7, next_at: null },
  pitr: {
    enabled: earliest !== null,
    earliest: earliest === null ? null : ago(earliest),
    latest: earliest === null ? null : ago(2_000),
    problem: null,
    failing_since: null,
  },
  stored_bytes: { base: 0, wal: 0 },
  free_bytes: null,
  places: [],
});

describe('timelinePlot', () => {
  test('shows the whole time that backups are kept', () => {
    const plot = timelinePlot(overview([8 * HOUR, 6 * DAY], 6 * DAY), 'UTC', now);
    expect(plot.to - plot.from).toBe(7 * DAY);
    expect(plot.marks.map(({ key }) => key)).toEqual([`backup-${6 * DAY}`, `backup-${8 * HOUR}`]);
    expect(plot.marks[0]?.x).toBeCloseTo(1 / 7);
    expect(plot.band?.x).toBeCloseTo(1 / 7);
    expect((plot.band?.x ?? 0) + (plot.band?.width ?? 0)).toBeCloseTo(1, 4);
    expect(plot.ticks.map(({ label }) => label)).toEqual([
      '14 Nov',
      '15 Nov',
      '16 Nov',
      '17 Nov',
      '18 Nov',
      '19 Nov',
      '20 Nov',
    ]);
  });

  test.each([
    ['an hour', 20 * 60_000, HOUR],
    ['three hours', 2 * HOUR, 3 * HOUR],
    ['three days', 2 * DAY, 3 * DAY],
    ['the time kept where that is shorter', 4 * DAY, 5 * DAY],
  ])('of a young project only %s', (_, age, span) => {
    const plot = timelinePlot(overview([age], age, 5), 'UTC', now);
    expect(plot.to - plot.from).toBe(span);
  });

  test('what is older than it should be is still in the picture', () => {
    const { marks, from } = timelinePlot(overview([20 * DAY], null), 'UTC', now);
    expect(marks[0]?.x).toBeGreaterThan(0);
    expect(from).toBeLessThan(now - 20 * DAY);
  });

  test('shows restore points among the backups, but none that cannot be restored any more', () => {
    const points = {
      ...overview([8 * HOUR, 6 * DAY], 6 * DAY),
      restore_points: [
        { name: 'before-drop', at: ago(DAY), state: 'available' as const },
        { name: 'just-now', at: ago(500), state: 'pending' as const },
        { name: 'gone', at: ago(2 * DAY), state: 'removed' as const },
        { name: 'older-than-the-picture', at: ago(20 * DAY), state: 'pending' as const },
      ],
    };
    const { marks, from } = timelinePlot(points, 'UTC', now);
    expect(marks.map(({ key }) => key)).toEqual([
      `backup-${6 * DAY}`,
      'point-before-drop',
      `backup-${8 * HOUR}`,
      'point-just-now',
    ]);
    expect(from).toBe(now - 7 * DAY);
  });

  test('nothing at all is an empty picture', () => {
    const plot = timelinePlot(overview([], null), 'UTC', now);
    expect(plot).toMatchObject({ marks: [], band: null, to: now, from: now - HOUR });
  });

  test('ticks stand at round times of the zone, and there are few of them', () => {
    const { ticks } = timelinePlot(overview([20 * HOUR], 20 * HOUR), 'Asia/Kolkata', now);
    expect(ticks.map(({ label }) => label)).toEqual(['20:00', '00:00', '04:00', '08:00', '12:00', '16:00']);
    for (const age of [1, 9, 40, 100, 300, 900, 4_000].map((hours) => hours * HOUR)) {
      expect(timelinePlot(overview([age], null, 365), 'UTC', now).ticks.length).toBeLessThanOrEqual(8);
    }
  });

  test('midnight stays midnight when clocks change', () => {
    const winter = Date.parse('2026-10-28T12:00:00Z');
    const week = { ...overview([], null), backups: [{ ...backup(0), finished_at: '2026-10-22T00:00:00Z' }] };
    const { ticks, from, to } = timelinePlot(week, 'Europe/Berlin', winter);
    const moments = ticks.map(({ x }) => new Date(Math.round(from + x * (to - from))).toISOString());
    expect(moments[0]).toBe('2026-10-21T22:00:00.000Z');
    expect(moments.at(-1)).toBe('2026-10-27T23:00:00.000Z');
  });
});

test('a place in the picture means a moment', () => {
  expect(momentAt({ from: 100, to: 200 }, 0.25)).toBe(125);
  expect(momentAt({ from: 100, to: 200 }, 7)).toBe(200);
});
