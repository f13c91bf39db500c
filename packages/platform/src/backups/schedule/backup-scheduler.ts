import { sql } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { policyOf } from './backup-settings.ts';
import { beginBackUp } from './begin-back-up.ts';
import { type BackupReason, type BackupState, dueBackup } from './schedule.ts';

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
    const projects = await readBackupStates(db);
    return projects
      .flatMap((project) => {
        const reason = dueBackup(project.state, now);
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

export type ProjectToBackUp = Pick<ProjectRow, 'id' | 'ref' | 'postgres_engine'> & {
  state: BackupState;
};

interface Row extends Pick<ProjectRow, 'id' | 'ref' | 'postgres_engine' | 'created_at'> {
  plan: 'free' | 'pro' | 'team' | 'enterprise';
  enabled: boolean | null;
  pitr_enabled: boolean | null;
  pitr_since: Date | null;
  minute_of_day: number | null;
  retention_days: number | null;
  last_done_at: Date | null;
  last_failed_at: Date | null;
  failures: number;
  replaced_at: Date | null;
  replaced_by: 'upgrade' | null;
}

/** Every project that runs and on which nothing is at work, with what decides whether it is backed up now. */
export async function readBackupStates(db: Database): Promise<ProjectToBackUp[]> {
  const { rows } = await sql<Row>`
    select p.id, p.ref, p.postgres_engine, p.created_at, o.plan,
      s.enabled, s.pitr_enabled, s.pitr_since, s.minute_of_day, s.retention_days,
      done.at as last_done_at, failed.at as last_failed_at, failed.n::int as failures,
      replaced.at as replaced_at, replaced.kind as replaced_by
    from projects p
    join organizations o on o.id = p.organization_id
    left join backup_settings s on s.project_id = p.id
    left join lateral (
      -- By their numbers: the clock may have been set back between two of them.
      select b.started_at as at, b.id from backups b where b.project_id = p.id and b.state = 'done'
      order by b.id desc limit 1
    ) done on true
    left join lateral (
      select (array_agg(b.started_at order by b.id desc))[1] as at, count(*) as n from backups b
      where b.project_id = p.id and b.state = 'failed' and (done.id is null or b.id > done.id)
    ) failed on true
    left join lateral (
      select r.finished_at as at, nullif(r.kind, 'return_to') as kind from operations r
      where r.project_id = p.id and r.state = 'done' and r.kind in ('restore_backup', 'return_to', 'upgrade')
      -- One that bears a time to come was before the clock was set back.
      order by r.finished_at > now() + interval '1 minute', r.finished_at desc limit 1
    ) replaced on true
    where p.status = 'ACTIVE_HEALTHY' and p.attached_version is null
      and not exists (select from operations r where r.project_id = p.id and r.state = 'running')
    order by p.id`.execute(db);
  return rows.map(toProject);
}

function toProject(row: Row): ProjectToBackUp {
  const stored =
    row.minute_of_day === null
      ? undefined
      : {
          enabled: row.enabled ?? true,
          pitr_enabled: row.pitr_enabled ?? true,
          pitr_since: row.pitr_since,
          minute_of_day: row.minute_of_day,
          retention_days: row.retention_days,
          updated_at: new Date(0),
        };
  const { enabled, pitrEnabled, pitrSince, minuteOfDay } = policyOf(row.id, row.plan, stored);
  const replacedBy = row.replaced_by === 'upgrade' ? 'upgrade' : 'restore';
  return {
    id: row.id,
    ref: row.ref,
    postgres_engine: row.postgres_engine,
    state: {
      enabled,
      pitrEnabled,
      pitrSince,
      minuteOfDay,
      createdAt: row.created_at,
      lastDoneAt: row.last_done_at,
      lastFailedAt: row.last_failed_at,
      failures: row.failures,
      replacedAt: row.replaced_at,
      replacedBy: row.replaced_at === null ? null : replacedBy,
    },
  };
}
