import type { Backup, BackupOverview } from '@basalt/contract';
import { dateText, momentText } from '../time/moment-labels.ts';
import { zoneLabel } from '../time/time-zones.ts';
import { gapAround, momentsOf, type WallTime, wallAsUtc, wallTimeAt } from '../time/wall-time.ts';
import { momentOf } from '../timeline/timeline-plot.ts';

/** First and last second that can be restored, in milliseconds since 1970. */
export interface Edges {
  earliest: number;
  latest: number;
}

/** What stands in the fields of the time picker. */
export interface MomentDraft extends WallTime {
  /** Of a time that the clock shows twice: the later one. Null while nobody has said. */
  later: boolean | null;
}

/** What the draft means. */
export type Judgement =
  | { kind: 'empty' }
  | { kind: 'missing'; message: string }
  | { kind: 'twice'; moments: readonly [number, number] }
  | { kind: 'outside'; edge: number; message: string }
  | { kind: 'moment'; at: number; moments: readonly number[] };

const SECOND = 1_000;

/** The edges in whole seconds, inwards, because nobody types less. Null while nothing can be restored. */
export function edgesOf({
  earliest,
  latest,
}: Pick<BackupOverview['pitr'], 'earliest' | 'latest'>): Edges | null {
  if (earliest === null || latest === null) return null;
  const first = Math.ceil(Date.parse(earliest) / SECOND) * SECOND;
  const last = Math.floor(Date.parse(latest) / SECOND) * SECOND;
  return first > last ? null : { earliest: first, latest: last };
}

/** The fields that mean a moment. */
export function draftOf(at: number, zone: string): MomentDraft {
  const wall = wallTimeAt(at, zone);
  const moments = momentsOf(wall, zone);
  return {
    ...wall,
    later: moments.length < 2 ? null : moments.indexOf(Math.floor(at / SECOND) * SECOND) > 0,
  };
}

/** Which moment the fields mean in a zone, or why none. */
export function judgeMoment(draft: MomentDraft, zone: string, edges: Edges): Judgement {
  if (wallAsUtc(draft) === null) return { kind: 'empty' };
  const moments = momentsOf(draft, zone);
  const [first, second] = moments;
  if (first === undefined) return { kind: 'missing', message: missingLabels(draft, zone) };
  if (second !== undefined && draft.later === null) return { kind: 'twice', moments: [first, second] };
  const at = second !== undefined && draft.later === true ? second : first;
  if (at < edges.earliest) {
    const edge = edges.earliest;
    return { kind: 'outside', edge, message: `The earliest moment is ${momentText(edge, zone)}.` };
  }
  if (at > edges.latest) {
    const edge = edges.latest;
    return { kind: 'outside', edge, message: `The newest moment is ${momentText(edge, zone)}.` };
  }
  return { kind: 'moment', at, moments };
}

/** The draft in another zone: the same moment where it means one, else the same time of the clock. */
export function draftInZone(draft: MomentDraft, from: string, to: string): MomentDraft {
  const moments = momentsOf(draft, from);
  const at = moments.length > 1 && draft.later === true ? moments[1] : moments[0];
  const isKnown = at !== undefined && (moments.length === 1 || draft.later !== null);
  return isKnown ? draftOf(at, to) : { ...draft, later: null };
}

function missingLabels(wall: WallTime, zone: string): string {
  const gap = gapAround(wall, zone);
  const there = `There is no ${wall.time} on ${dateText(wall.date)} in ${zoneLabel(zone)}`;
  if (gap === null) return `${there}.`;
  if (gap.from.date !== gap.to.date)
    return `${there}: the calendar leaves that day out. Choose another time.`;
  return `${there}: clocks go forward from ${gap.from.time.slice(0, 5)} to ${gap.to.time.slice(0, 5)}. Choose another time.`;
}

interface QuickPick {
  label: string;
  /** Milliseconds since 1970, whole seconds. */
  at: number;
}

const MINUTE = 60_000;

/** Moments that people often mean, those that can be restored. */
export function quickPicks(edges: Edges, backups: readonly Backup[], now: number): QuickPick[] {
  const newest = Math.max(
    ...backups.filter(({ state }) => state === 'done').map(({ started_at }) => Date.parse(started_at)),
  );
  const picks = [
    { label: 'Newest moment', at: edges.latest },
    { label: '5 minutes ago', at: now - 5 * MINUTE },
    { label: '1 hour ago', at: now - 60 * MINUTE },
    { label: '1 day ago', at: now - 24 * 60 * MINUTE },
    { label: 'Just before the last backup', at: newest - 1_000 },
    { label: 'Earliest moment', at: edges.earliest },
  ];
  return picks
    .map(({ label, at }) => ({ label, at: Math.floor(at / 1_000) * 1_000 }))
    .filter(({ at }) => at >= edges.earliest && at <= edges.latest);
}

/** The size of the backup that the recovery of a moment begins with. */
export function baseBytes(backups: BackupOverview['backups'], at: number): number | null {
  const base = backups.find((backup) => backup.state === 'done' && momentOf(backup) <= at);
  return base?.data_bytes ?? null;
}
