import type { Backup } from '@basalt/contract';
import type { Edges } from './target-moment.ts';

export interface QuickPick {
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
