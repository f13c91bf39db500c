import type { ProjectAbility } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertOwnCluster, lacksCluster } from './own-cluster.ts';
import { assertMay } from './policy.ts';
import { getProject, type ProjectAccess } from './store.ts';

/** A project that the caller may do this with. @throws PlatformError `not_found`, `forbidden`; `conflict` where the project has no cluster for it */
export async function permittedProject(
  db: Database,
  actor: Actor,
  ref: string,
  ability: ProjectAbility,
): Promise<ProjectAccess> {
  const access = await getProject(db, actor, ref);
  assertMay(ability, access.role);
  if (lacksCluster(access.project, ability)) assertOwnCluster(access.project);
  return access;
}
