import { recordChange } from '../kernel/audit/audited.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { assertMay } from './policy.ts';
import { getProject } from './store.ts';

export async function renameProject(
  db: Database,
  actor: Actor,
  ref: string,
  name: string,
): Promise<ProjectRow> {
  const { project, role, parent } = await getProject(db, actor, ref);
  assertMay('update_project', role);
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch. It is renamed on the page of branches.');
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('projects').set({ name }).where('id', '=', project.id).execute();
    await recordChange(transaction, { before: { name: project.name }, after: { name } });
  });
  return { ...project, name };
}
