import type { ClusterDriver } from '@basalt/clusters';
import type { RemovedProject } from '@basalt/contract';
import { may } from '../../projects/policy.ts';
import type { ProjectAccess } from '../../projects/store.ts';
import { hasData } from './has-data.ts';

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
    removed_at: removedAt.toISOString(),
    erased_at: (project.erase_at ?? removedAt).toISOString(),
    can_recover:
      project.status === 'REMOVED' && may('delete_project', role) && (await hasData(clusters, project.ref)),
  };
}
