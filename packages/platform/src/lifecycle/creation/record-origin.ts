import type { PostgresEngine } from '@basalt/contract';
import type { Step, StepContext } from '../../operations/definition.ts';

/**
 * What the database was made of is its first backup: with the log every second since can be restored. Should that fail the project
 * is created all the same, and its first backup is taken a minute later. The log says why.
 */
export const recordOrigin: Step = {
  name: 'record-origin',
  title: 'Record the first backup',
  run: async ({ backups, db, project }) => {
    const origin = await backups.recordOrigin(project.ref).catch(() => null);
    if (origin === null) return;
    const written = await db
      .selectFrom('backups')
      .select('id')
      .where('project_id', '=', project.id)
      .where('stored_as', '=', origin.id)
      .executeTakeFirst();
    if (written !== undefined) return;
    await db
      .insertInto('backups')
      .values({
        project_id: project.id,
        reason: 'origin',
        state: 'done',
        postgres_engine: String(origin.major) as PostgresEngine,
        stored_as: origin.id,
        started_at: origin.startedAt,
        finished_at: origin.finishedAt,
        stored_bytes: origin.storedBytes,
        data_bytes: origin.dataBytes,
      })
      .execute();
  },
};

/** The backup of a database that could not be made is of no use. */
export async function forgetOrigin({ backups, db, project }: StepContext): Promise<void> {
  await backups.removeAll(project.ref);
  await db.deleteFrom('backups').where('project_id', '=', project.id).execute();
}
