import type { Dependencies } from '../kernel/dependencies.ts';
import { type Archiver, startArchiver } from './archiving/archiver.ts';
import { startBackupScheduler } from './schedule/backup-scheduler.ts';
import { startVerifier } from './verification/verifier.ts';

/** What goes on by itself: the archive of changes, the backups that are due, and their verification. */
export function startBackupJobs(dependencies: Dependencies): {
  stop: () => Promise<void>;
  finish: Archiver['finish'];
} {
  const archiver = startArchiver(dependencies);
  const jobs = [archiver, startBackupScheduler(dependencies), startVerifier(dependencies)];
  return {
    /** Resolves when none of them uses anything any more. */
    stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))),
    finish: archiver.finish,
  };
}
