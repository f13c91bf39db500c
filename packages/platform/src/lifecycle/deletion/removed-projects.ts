import type { ClusterDriver } from '@basalt/clusters';
import type { RemovedProject } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { isAttached } from '../../projects/own-cluster.ts';
import { assertMay, may } from '../../projects/policy.ts';
import { getRemovedProject, type ProjectAccess } from '../../projects/store.ts';

/** Begins to bring a deleted project back. It is seen again at once, as one that is being restored. */
export async function recoverProject(dependencies: Dependencies, actor: Actor, ref: string): Promise<void> {
  const { project, role } = await getRemovedProject(dependencies.db, actor, ref);
  assertMay('delete_project', role);
  if (!(await hasData(dependencies.clusters, ref)))
    throw new PlatformError('conflict', 'The data of this project is gone. It cannot be brought back.');
  await beginOperation(dependencies, project.id, 'recover', actor.email, {
    prepare: async (transaction) => {
      await assertWithinFreeLimit(transaction, project.organization_id, project.id);
      await transaction
        .updateTable('projects')
        .set({ removed_at: null, erase_at: null })
        .where('id', '=', project.id)
        .execute();
    },
  });
}

/** Begins to delete the data of a deleted project now, without waiting for the end of its grace. */
export async function eraseProject(dependencies: Dependencies, actor: Actor, ref: string): Promise<void> {
  const { project, role } = await getRemovedProject(dependencies.db, actor, ref);
  assertMay('delete_project', role);
  await beginOperation(dependencies, project.id, 'erase', actor.email);
}

/** Whether a project's database is still there and can be started. */
async function hasData(clusters: ClusterDriver, ref: string): Promise<boolean> {
  return (await clusters.status(ref).catch(() => 'absent')) !== 'absent';
}

export async function presentRemoved(
  { project, organization, role }: ProjectAccess,
  clusters: ClusterDriver,
): Promise<RemovedProject> {
  const removedAt = project.removed_at ?? new Date();
  return {
    ref: project.ref,
    name: project.name,
    organization_slug: organization.slug,
    postgres_engine: project.postgres_engine,
    is_attached: isAttached(project),
    removed_at: removedAt.toISOString(),
    erased_at: (project.erase_at ?? removedAt).toISOString(),
    can_recover:
      project.status === 'REMOVED' && may('delete_project', role) && (await hasData(clusters, project.ref)),
  };
}
