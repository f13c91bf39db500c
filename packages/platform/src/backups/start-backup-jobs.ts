import type { Dependencies } from '../kernel/dependencies.ts';
import { keepArchiving } from './keep-archiving.ts';
import { keepBackingUp } from './keep-backing-up.ts';
import { keepVerifying } from './keep-verifying.ts';

/** What goes on by itself: the archive of changes, the backups that are due, and their verification. */
export function startBackupJobs(dependencies: Dependencies): { stop: () => Promise<void> } {
  const jobs = [keepArchiving(dependencies), keepBackingUp(dependencies), keepVerifying(dependencies)];
  return {
    /** Resolves when none of them uses anything any more. */
    stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))),
  };
}
