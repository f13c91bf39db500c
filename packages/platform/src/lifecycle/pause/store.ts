import type { Plan } from '@basalt/contract';
import type { Database } from '../../kernel/open-database.ts';
import type { ProjectRow } from '../../kernel/schema.ts';

/** What the paused page needs to know beside the project. */
export async function readPauseFacts(
  db: Database,
  project: ProjectRow,
): Promise<{ plan: Plan; latestBackupId: number | null }> {
  const [organization, backup] = await Promise.all([
    db
      .selectFrom('organizations')
      .select('plan')
      .where('id', '=', project.organization_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('backups')
      .select('id')
      .where('project_id', '=', project.id)
      .where('state', '=', 'done')
      .orderBy('finished_at', 'desc')
      .executeTakeFirst(),
  ]);
  return { plan: organization.plan, latestBackupId: backup?.id ?? null };
}
