import type { StepContext } from '../../operations/definition.ts';
import { keepFrom, readPolicy } from './backup-settings.ts';

type Ports = Pick<StepContext, 'db' | 'backups'>;

/** Deletes what is older than the project's retention: copies, changes, restore points and former settings. */
export async function pruneBackups(
  { db, backups }: Ports,
  project: { id: number; ref: string; organization_id: number },
  now = new Date(),
): Promise<void> {
  const from = await neededFrom(db, project, now);
  await backups.prune(project.ref, from);
  await forgetDeleted({ db, backups }, project);
  await db
    .deleteFrom('backups')
    .where('project_id', '=', project.id)
    .where('state', '=', 'failed')
    .where('started_at', '<', from)
    .execute();
  await db.deleteFrom('restore_points').where('project_id', '=', project.id).where('at', '<', from).execute();
  await forgetOldSettings({ db }, project.id, from);
}

/** Since when moments of a project can be brought back, or must stay so. */
export async function neededFrom(
  db: Ports['db'],
  project: { id: number; organization_id: number },
  now: Date,
): Promise<Date> {
  return keepFrom(await readPolicy(db, project), await goodSince(db, project.id), now);
}

/** By their numbers: the clock may have been set in between. */
async function goodSince(db: Ports['db'], projectId: number): Promise<Date[]> {
  const rows = await db
    .selectFrom('backups')
    .select('started_at')
    .where('project_id', '=', projectId)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ started_at }) => started_at);
}

/** Rows whose copy is not there any more, also when an earlier deletion was cut short. */
async function forgetDeleted({ db, backups }: Ports, project: { id: number; ref: string }): Promise<void> {
  const present = (await backups.list(project.ref)).map(({ id }) => id);
  let gone = db.deleteFrom('backups').where('project_id', '=', project.id).where('state', '=', 'done');
  if (present.length > 0) gone = gone.where('stored_as', 'not in', present);
  await gone.execute();
}

/** The newest of the old settings stays: it is what was in force when the time that is kept begins. */
async function forgetOldSettings({ db }: Pick<Ports, 'db'>, projectId: number, from: Date): Promise<void> {
  await db
    .deleteFrom('project_settings_history')
    .where('project_id', '=', projectId)
    .where('at', '<', (eb) =>
      eb
        .selectFrom('project_settings_history as other')
        .select((inner) => inner.fn.max('other.at').as('at'))
        .where('other.project_id', '=', projectId)
        .where('other.at', '<=', from),
    )
    .execute();
}
