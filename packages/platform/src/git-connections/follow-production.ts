import type { GitConnection } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { assertMay } from '../projects/policy.ts';
import { findConnection, noConnection, presentConnection } from './store.ts';

/**
 * Says whether a project itself follows its production branch. Whoever may push there changes the project then, so it takes who may do so.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` for a branch, and before branching is enabled
 */
export async function followProduction(
  { db, gitFollower, log }: Pick<Dependencies, 'db' | 'gitFollower' | 'log'>,
  actor: Actor,
  { ref, follows }: { ref: string; follows: boolean },
): Promise<GitConnection> {
  const { project, parent, role } = await permittedProject(db, actor, ref, 'manage_branches');
  for (const ability of ['run_sql', 'deploy_functions'] as const) assertMay(ability, role);
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch. Give it a branch of the repository to follow.');
  const { numUpdatedRows } = await db
    .updateTable('git_connections')
    .set({ follows })
    .where('project_id', '=', project.id)
    .where((eb) => eb.or([eb.val(!follows), eb('production_branch', 'is not', null)]))
    .executeTakeFirst();
  const row = await findConnection(db, project.id);
  if (row === undefined) throw noConnection();
  if (numUpdatedRows === 0n)
    throw new PlatformError(
      'conflict',
      'Nobody has said which branch of the repository the project stands for. Enable branching first.',
    );
  log(
    'info',
    { ref, follows, account: actor.accountId },
    'it was said whether a project follows its repository',
  );
  if (follows) gitFollower.changed();
  return presentConnection(row);
}
