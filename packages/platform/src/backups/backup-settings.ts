import { BACKUP_RETENTION_DAYS, type Plan } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { BackupSettingsRow, ProjectRow } from '../kernel/schema.ts';
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

/** Nothing from before is needed. */
export function keepFrom({ retentionDays, planRetentionDays }: BackupPolicy, now: Date): Date {
  return new Date(now.getTime() - (retentionDays ?? planRetentionDays) * 86_400_000);
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
