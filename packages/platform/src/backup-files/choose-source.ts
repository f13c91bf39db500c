import type { ProjectStatus } from '@basalt/contract';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';

/** Statuses in which nobody is at work on a database that does not run, or need not. */
export const RESTING_STATUSES: readonly ProjectStatus[] = ['INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'];

/** Whether there is a database of which one can say how it is now. */
export function hasDatabaseAtRest(status: ProjectStatus): boolean {
  return ACTIVE_STATUSES.includes(status) || RESTING_STATUSES.includes(status);
}

/**
 * Where the SQL comes from: the running database; a backup, or the newest archived state, restored beside it; or the stopped
 * database itself, started for the purpose.
 */
export type Source = 'running' | 'backup' | 'archive' | 'stopped';

export interface SourceFacts {
  /** Of a backup. */
  isOfBackup: boolean;
  isRunning: boolean;
  pausedAt: Date | null;
  /** Until when everything is in the archive; null: there is none. */
  archivedUntil: Date | null;
}

/** A stopped database is left alone when the archive holds all of it: it was complete after the pause. */
export function chooseSource({ isOfBackup, isRunning, pausedAt, archivedUntil }: SourceFacts): Source {
  if (isOfBackup) return 'backup';
  if (isRunning) return 'running';
  const holdsAll = pausedAt !== null && archivedUntil !== null && archivedUntil >= pausedAt;
  return holdsAll ? 'archive' : 'stopped';
}
