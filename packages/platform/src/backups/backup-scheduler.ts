import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { readSituations } from './backup-situations.ts';
import { beginBackUp } from './begin-back-up.ts';
import { type BackupReason, dueBackup } from './due-backup.ts';

const EVERY_MS = 10_000;
/** A backup that takes longer goes on beside the next one: no project waits for another one's server. */
const PATIENCE_MS = 10 * 60_000;

/** What people wait for comes first. */
const URGENCY: readonly BackupReason[] = ['restore', 'upgrade', 'first', 'schedule'];

/**
 * Takes the backups that are due, one after the other as long as none takes very long: two at once would only take the disk from each
 * other.
 */
export function startBackupScheduler(dependencies: Dependencies): { stop: () => void } {
  const { db, operations, log } = dependencies;
  let busy = false;
  let stopped = false;

  async function look(): Promise<void> {
    if (busy || stopped) return;
    busy = true;
    try {
      const due = await findDue();
      for (const { project, reason } of due) {
        if (stopped) return;
        await backUp(project, reason);
      }
    } catch (error) {
      log('warn', { err: error }, 'looking for projects to back up failed');
    } finally {
      busy = false;
    }
  }

  async function findDue() {
    const now = new Date();
    const projects = await readSituations(db);
    return projects
      .flatMap((project) => {
        const reason = dueBackup(project.situation, now);
        return reason === null ? [] : [{ project, reason }];
      })
      .sort((a, b) => URGENCY.indexOf(a.reason) - URGENCY.indexOf(b.reason));
  }

  async function backUp(
    project: Parameters<typeof beginBackUp>[1] & { ref: string },
    reason: BackupReason,
  ): Promise<void> {
    try {
      const operation = await beginBackUp(dependencies, project, reason, null);
      await operations.settled(operation, PATIENCE_MS);
    } catch (error) {
      // Somebody else was faster, and the backup is due again when that is done.
      if (error instanceof PlatformError) return;
      log('warn', { err: error, ref: project.ref }, 'a backup that is due could not be begun');
    }
  }

  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}
