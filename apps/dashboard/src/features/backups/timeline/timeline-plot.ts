import type { Backup, BackupOverview, RestorePoint } from '@basalt/contract';
import { clockText, dayText } from '../time/moment-labels.ts';
import { zoneOffset } from '../time/wall-time.ts';

/** A backup, or a restore point that can be restored or will be. */
export type TimelineMark = { key: string; at: number; x: number } & (
  | { kind: 'backup'; backup: Backup }
  | { kind: 'point'; point: RestorePoint }
);

/** Everything the picture shows; `x` and `width` are shares of its width, 0 to 1. */
export interface TimelinePlot {
  /** Milliseconds since 1970 at both ends. */
  from: number;
  to: number;
  /** Oldest first. */
  marks: readonly TimelineMark[];
  /** What can be restored to the second. */
  band: { x: number; width: number } | null;
  ticks: ReadonlyArray<{ x: number; label: string }>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPANS = [HOUR, 3 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];
const STEPS = [
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  15 * DAY,
  60 * DAY,
];
const MOST_TICKS = 7;

/**
 * Backups, restore points and the recoverable range up to now. The whole time for which backups are kept is shown, unless everything
 * there is fits into much less: then the picture is as long as it must be.
 */
export function timelinePlot(overview: BackupOverview, zone: string, now: number): TimelinePlot {
  const { backups, pitr, restore_points: points, schedule } = overview;
  const band = bandOf(pitr, now);
  const moments = backups.map((backup) => ({ backup, at: momentOf(backup) }));
  const oldest = Math.min(now, ...moments.map(({ at }) => at), ...(band === null ? [] : [band.earliest]));
  const kept = schedule.retention_days * DAY;
  const needed = (now - oldest) * 1.05;
  const enough = SPANS.find((span) => span >= needed) ?? needed;
  const span = Math.max(needed, Math.min(kept, enough));
  const from = now - span;
  const place = (at: number) => Math.min(1, Math.max(0, (at - from) / span));
  return {
    from,
    to: now,
    marks: [
      ...moments.map(({ backup, at }) => {
        return { kind: 'backup' as const, key: `backup-${backup.id}`, backup, at, x: place(at) };
      }),
      // What is older than the oldest backup cannot be restored, and does not make the picture longer.
      ...points
        .filter(({ state }) => state !== 'removed')
        .map((point) => ({ point, at: Date.parse(point.at) }))
        .filter(({ at }) => at >= from)
        .map(({ point, at }) => {
          return { kind: 'point' as const, key: `point-${point.name}`, point, at, x: place(at) };
        }),
    ].sort((a, b) => a.at - b.at),
    band:
      band === null ? null : { x: place(band.earliest), width: place(band.latest) - place(band.earliest) },
    ticks: ticksOf(from, now, zone).map((at) => ({
      x: place(at),
      label: stepOf(span) < DAY ? clockText(at, zone) : dayText(at, zone),
    })),
  };
}

/** The moment a backup brings back: when it ended, or when it began while it has not ended. */
export function momentOf({ started_at, finished_at }: Pick<Backup, 'started_at' | 'finished_at'>): number {
  return Date.parse(finished_at ?? started_at);
}

/** The moment at a place of the picture. */
export function momentAt({ from, to }: Pick<TimelinePlot, 'from' | 'to'>, x: number): number {
  return from + Math.min(1, Math.max(0, x)) * (to - from);
}

function bandOf({ enabled, earliest, latest }: BackupOverview['pitr'], now: number) {
  if (!enabled || earliest === null || latest === null) return null;
  return { earliest: Date.parse(earliest), latest: Math.min(now, Date.parse(latest)) };
}

function stepOf(span: number): number {
  return STEPS.find((step) => span / step <= MOST_TICKS) ?? span / MOST_TICKS;
}

/** Round times of the zone's clock, so that midnight is midnight there. */
function ticksOf(from: number, to: number, zone: string): number[] {
  const step = stepOf(to - from);
  const ticks: number[] = [];
  const first = Math.ceil((from + zoneOffset(from, zone)) / step) * step;
  for (let wall = first; ; wall += step) {
    // The offset may change on the way.
    const guess = wall - zoneOffset(wall, zone);
    const at = wall - zoneOffset(guess, zone);
    if (at > to) return ticks;
    if (at >= from) ticks.push(at);
  }
}
