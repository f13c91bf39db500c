import type { BackupOverview } from '@basalt/contract';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { lateBackupPlace } from './backup-places.ts';

/** Something about backups that nobody may miss, the worst first. */
export interface BackupProblem {
  tone: 'warn' | 'danger';
  title: string;
  text: string;
  /** When it began. */
  since: string | null;
}

const HOUR = 3_600_000;
/** A nightly backup that is so late was left out. */
const OVERDUE = 36 * HOUR;

export function backupProblems(overview: BackupOverview, now: number): BackupProblem[] {
  const { backups, schedule, pitr, places } = overview;
  const problems: BackupProblem[] = [];
  if (pitr.problem !== null) {
    problems.push({
      tone: 'danger',
      title: 'Changes are not being archived',
      text: `${pitr.problem} Until this is fixed, what is written now cannot be recovered.`,
      since: pitr.failing_since,
    });
  }
  const late = lateBackupPlace(places, now);
  if (late !== null) {
    problems.push({
      tone: 'danger',
      title: late.kind === 'own_bucket' ? 'Your own bucket is behind' : 'The bucket of backups is behind',
      text: `${late.problem ?? 'It takes less than the project writes.'} What is missing there is kept and can be restored. It goes to the bucket as soon as that takes it.`,
      since: late.behind_since,
    });
  }
  const newest = backups.find(({ state }) => state !== 'running');
  if (newest?.state === 'failed') {
    problems.push({
      tone: 'danger',
      title: 'The last backup failed',
      text: newest.error ?? 'The log says more.',
      since: newest.finished_at ?? newest.started_at,
    });
  }
  const done = backups.find(({ state }) => state === 'done');
  if (done !== undefined && done.verify_error !== null) {
    problems.push({
      tone: 'danger',
      title: 'The newest backup did not pass its verification',
      text: `${done.verify_error} Take another one now and verify it.`,
      since: done.verified_at,
    });
  }
  if (!schedule.enabled) {
    problems.push({
      tone: 'warn',
      title: 'Scheduled backups are switched off',
      text: 'Nothing new is backed up unless somebody does it by hand.',
      since: null,
    });
  } else if (done !== undefined && now - Date.parse(done.started_at) > OVERDUE) {
    problems.push({
      tone: 'warn',
      title: 'The newest backup is older than it should be',
      text: 'The machine may have been off at the planned time. Take one now.',
      since: null,
    });
  }
  const free = overview.free_bytes;
  const next = done?.stored_bytes ?? null;
  if (free !== null && next !== null && free < 2 * next) {
    problems.push({
      tone: 'warn',
      title: 'The disk for backups is nearly full',
      text: `${byteSize(free)} are free and the newest backup took ${byteSize(next)}. Free some space or keep backups for fewer days.`,
      since: null,
    });
  }
  return problems.sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'));
}
