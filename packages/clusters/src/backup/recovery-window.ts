import type { BranchView } from './choose-recovery.ts';
import type { RecoveryWindow } from './cluster-backups.ts';
import { contiguousFrom, firstNeeded } from './wal-plan.ts';

/** From the oldest base backup since which nothing is missing, to the last moment in the store. Null: no moment at all. */
export function recoveryWindow({ path, wal, bases, latest, timeline }: BranchView): RecoveryWindow | null {
  const from = contiguousFrom(path, wal);
  const oldest = bases.find((base) => firstNeeded(path, base) >= from);
  if (!oldest || !latest || oldest.finishedAt > latest) return null;
  return { earliest: oldest.finishedAt, latest, timeline };
}
