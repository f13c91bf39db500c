import type { BranchView } from './choose-recovery.ts';
import type { RecoveryWindow } from './cluster-backups.ts';
import { contiguousFrom, firstNeeded } from './wal-plan.ts';

/** From the first base backup since which nothing is missing, to the last moment in the store. Null: no moment at all. */
export function recoveryWindow({ path, wal, bases, latest, timeline }: BranchView): RecoveryWindow | null {
  const from = contiguousFrom(path, wal);
  // Not simply that of the oldest: it may bear a later time than newer ones, from before the clock was set back.
  const starts = bases.filter((base) => firstNeeded(path, base) >= from).map(({ finishedAt }) => finishedAt);
  const [earliest] = starts.sort((a, b) => a.getTime() - b.getTime());
  if (!earliest || !latest || earliest > latest) return null;
  return { earliest, latest, timeline };
}
