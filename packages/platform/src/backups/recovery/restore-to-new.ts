import { TRANSITIONS } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { insertKeptProject } from '../../lifecycle/creation/insert-kept-project.ts';
import { insertProject } from '../../lifecycle/creation/insert-project.ts';
import { assertMayCreateProject } from '../../organizations/policy.ts';
import { getMembership } from '../../organizations/store.ts';
import { assertUsablePassword } from '../../project-cluster/usable-password.ts';
import { isKept } from '../../projects/own-cluster.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { backupPlaceOf } from '../backup-place.ts';
import type { RecoveryRequest } from './recovery-request.ts';

export interface RestoreToNewInput {
  /** Of the project whose backup is used. */
  ref: string;
  name: string;
  db_pass: string;
}

/**
 * Begins to restore a backup, or a moment, into a new project of the same organization. It gets a port, a password, a JWT secret
 * and keys of its own, and the size of the project that it is made from.
 * @throws PlatformError `forbidden`, `not_found`, `bad_request`, `conflict`
 */
export async function restoreToNew(
  dependencies: Dependencies,
  actor: Actor,
  { ref, name, db_pass: password }: RestoreToNewInput,
  request: RecoveryRequest,
): Promise<{ ref: string; operation_id: string }> {
  const { db, operations } = dependencies;
  const { project: source, organization } = await permittedProject(db, actor, ref, 'restore_backup');
  assertMayCreateProject(await getMembership(db, actor, organization.slug));
  assertUsablePassword(password, 'db_pass');
  const { engine, input } = await backupPlaceOf(source).findSource(dependencies, source, request);
  const insert = isKept(source) ? insertKeptProject : insertProject;
  const { project, operationId } = await db.transaction().execute(async (transaction) => {
    const { organization_id, region, release_channel, compute_size, disk_size_gb } = source;
    const project = await insert(transaction, dependencies, {
      organization_id,
      name,
      region,
      release_channel,
      compute_size,
      disk_size_gb,
      status: TRANSITIONS.restore_to_new.during,
      postgres_engine: engine,
      password,
      sourceId: source.id,
    });
    const operationId = await operations.insert(transaction, project.id, 'restore_to_new', actor.email, {
      source_ref: source.ref,
      source_id: source.id,
      ...input,
    });
    return { project, operationId };
  });
  await operations.start(operationId);
  return { ref: project.ref, operation_id: operationId };
}
