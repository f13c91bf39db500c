import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { BackupSettingsRow } from '../kernel/schema.ts';
import { defaultMinute } from './schedule.ts';

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
