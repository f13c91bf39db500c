import type { CreateBranchInput } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { getMembership } from '../organizations/store.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { checkBranch } from './read-connections.ts';
import { type ConnectionRow, findConnection } from './store.ts';

/** A project and the branch of its repository that it stands for. */
export interface Production {
  project: ProjectRow;
  connection: ConnectionRow & { production_branch: string };
}

/**
 * Says which branch of the repository the project itself stands for. It must be there.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` on the free plan and without a connection, `unavailable` when the repository
 * cannot be read
 */
export async function enableBranching(
  dependencies: Pick<Dependencies, 'db' | 'outgoing' | 'secrets' | 'settings'>,
  actor: Actor,
  {
    ref,
    branch_name,
    git_branch = branch_name,
  }: Pick<CreateBranchInput, 'ref' | 'branch_name' | 'git_branch'>,
): Promise<Production> {
  const { db } = dependencies;
  const { project, parent, organization } = await permittedProject(db, actor, ref, 'manage_branches');
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch itself. Enable branching in its project.');
  const { plan } = (await getMembership(db, actor, organization.slug)).organization;
  if (plan === 'free')
    throw new PlatformError(
      'conflict',
      'Branching needs the Pro plan. Change the plan of the organization first.',
    );
  const before = await findConnection(db, project.id);
  if (before === undefined)
    throw new PlatformError('conflict', 'The project is not connected to a repository. Connect it first.');
  const never = new AbortController().signal;
  await checkBranch(dependencies, actor, { connectionId: before.id, branchName: git_branch }, never);
  const connection = await db
    .updateTable('git_connections')
    .set({ production_branch: git_branch })
    .where('id', '=', before.id)
    .where('address', '=', before.address)
    .returningAll()
    .executeTakeFirst();
  if (connection === undefined)
    throw new PlatformError(
      'conflict',
      'The project has been connected to another repository meanwhile. Try again.',
    );
  return { project, connection: { ...connection, production_branch: git_branch } };
}
