import { BACKUP_RETENTION_DAYS, type Plan } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import type { BackupSettingsRow, ProjectRow } from '../../kernel/schema.ts';
import { defaultMinute } from './schedule.ts';

/** How a project is backed up. */
export interface BackupPolicy {
  enabled: boolean;
  pitrEnabled: boolean;
  pitrSince: Date | null;
  minuteOfDay: number;
  /** Null: as the plan says. */
  retentionDays: number | null;
  planRetentionDays: number;
  updatedAt: Date | null;
}

type Stored = Pick<
  BackupSettingsRow,
  'enabled' | 'pitr_enabled' | 'pitr_since' | 'minute_of_day' | 'retention_days' | 'updated_at'
>;

/** What is set, filled up with the defaults: every project is backed up until somebody says otherwise. */
export function policyOf(projectId: number, plan: Plan, stored: Stored | undefined): BackupPolicy {
  return {
    enabled: stored?.enabled ?? true,
    pitrEnabled: stored?.pitr_enabled ?? true,
    pitrSince: stored?.pitr_since ?? null,
    minuteOfDay: stored?.minute_of_day ?? defaultMinute(projectId),
    retentionDays: stored?.retention_days ?? null,
    planRetentionDays: BACKUP_RETENTION_DAYS[plan],
    updatedAt: stored?.updated_at ?? null,
  };
}

const DAY_MS = 86_400_000;

/**
 * Nothing from before is needed. Also by a clock that went ahead by mistake: the backups of as many days as are kept stay until
 * others have taken their places, one a day.
 * @param taken when the good backups began, newest first
 */
export function keepFrom(
  { retentionDays, planRetentionDays }: Pick<BackupPolicy, 'retentionDays' | 'planRetentionDays'>,
  taken: readonly Date[],
  now: Date,
): Date {
  const days = retentionDays ?? planRetentionDays;
  const kept = new Map<number, number>();
  for (const each of taken) {
    const day = Math.floor(each.getTime() / DAY_MS);
    if (kept.size >= days && !kept.has(day)) break;
    kept.set(day, Math.min(kept.get(day) ?? Number.POSITIVE_INFINITY, each.getTime()));
  }
  return new Date(Math.min(now.getTime() - days * DAY_MS, ...kept.values()));
}

export async function readPolicy(
  db: Database,
  project: Pick<ProjectRow, 'id' | 'organization_id'>,
): Promise<BackupPolicy> {
  const { plan } = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', project.organization_id)
    .executeTakeFirstOrThrow();
  const stored = await db
    .selectFrom('backup_settings')
    .selectAll()
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  return policyOf(project.id, plan, stored);
}

type Change = Partial<
  Pick<BackupSettingsRow, 'enabled' | 'pitr_enabled' | 'pitr_since' | 'minute_of_day' | 'retention_days'>
>;

/** Changes what is given and leaves the rest as it is. */
export async function setBackupSettings(db: Database, projectId: number, change: Change): Promise<void> {
  const updated = { ...change, updated_at: new Date() };
  await db
    .insertInto('backup_settings')
    .values({ project_id: projectId, minute_of_day: defaultMinute(projectId), ...updated })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(updated))
    .execute();
}

/** Switches the archive of changes on or off. Switched on, it is of use from the next backup on, which is due at once. */
export async function setPitr(
  { db }: Pick<Dependencies, 'db'>,
  projectId: number,
  enabled: boolean,
): Promise<void> {
  const present = await db
    .selectFrom('backup_settings')
    .select('pitr_enabled')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if ((present?.pitr_enabled ?? true) === enabled) return;
  await setBackupSettings(db, projectId, {
    pitr_enabled: enabled,
    ...(enabled && { pitr_since: new Date() }),
  });
}
