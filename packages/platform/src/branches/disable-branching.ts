import { disconnectIfConnected } from '../git-connections/connect-repository.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { deleteBranch } from './change-branch.ts';
import { listBranches } from './store.ts';

/**
 * Begins to delete all branches of a project, and ends that they follow a repository. Called again it goes on with those that are left.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` while an operation is at work on one of them: none is deleted then
 */
export async function disableBranching(dependencies: Dependencies, actor: Actor, ref: string): Promise<void> {
  const { db } = dependencies;
  const { project, parent } = await permittedProject(db, actor, ref, 'manage_branches');
  if (parent !== null) throw new PlatformError('conflict', 'This is a branch, which has none of its own.');
  const branches = await listBranches(db, actor, project.id);
  const left = branches.filter((branch) => branch.project.status !== 'GOING_DOWN');
  const busy = await db
    .selectFrom('operations')
    .innerJoin('projects', 'projects.id', 'operations.project_id')
    .select('projects.name')
    .where('operations.state', '=', 'running')
    .where('operations.project_id', 'in', [0, ...left.map((branch) => branch.project.id)])
    .executeTakeFirst();
  if (busy !== undefined)
    throw new PlatformError(
      'conflict',
      `An operation is at work on the branch ${busy.name}. Wait until it has ended.`,
    );
  // Or it would make new ones of what it hears of.
  await disconnectIfConnected(db, project.id);
  for (const { branch } of left) await deleteBranch(dependencies, actor, branch.id);
}
