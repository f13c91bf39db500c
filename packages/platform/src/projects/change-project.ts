import type { LifecycleKind, ProjectAbility } from '@basalt/contract';
import type { Actor } from '../access/authorize.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { assertMay } from './policy.ts';
import { getProject, type ProjectAccess } from './store.ts';

const ABILITY: Record<Exclude<LifecycleKind, 'create'>, ProjectAbility> = {
  pause: 'pause_project',
  restore: 'resume_project',
  restart: 'restart_project',
  delete: 'delete_project',
};

/** Pauses, restores, restarts or deletes a project: checks who asks, then begins the operation. Answers what it found. */
export async function changeProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  kind: Exclude<LifecycleKind, 'create'>,
): Promise<ProjectAccess> {
  const access = await getProject(dependencies.db, actor.accountId, ref);
  assertMay(ABILITY[kind], access.role);
  await beginOperation(dependencies, access.project.id, kind, actor.email);
  return access;
}
