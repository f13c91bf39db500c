import { randomUUID } from 'node:crypto';
import type { JwtUpdateStatus } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { OperationRow } from '../kernel/schema.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { newJwtSecret } from './keys.ts';

export interface JwtSecretChange {
  ref: string;
  /** Without one, a secret is made. */
  jwt_secret?: string | undefined;
  change_tracking_id?: string | undefined;
}

/**
 * Begins to replace the JWT secret. It stays in force until the operation has put the new one in its place.
 * @throws PlatformError `conflict` while something else is at work on the project, or when the secret is revoked
 */
export async function changeJwtSecret(
  dependencies: Dependencies,
  actor: Actor,
  { ref, jwt_secret: secret = newJwtSecret(), change_tracking_id = randomUUID() }: JwtSecretChange,
): Promise<JwtUpdateStatus | null> {
  const { db, secrets } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  await beginOperation(dependencies, project.id, 'rotate_jwt_secret', actor.email, {
    prepare: async (transaction, id) => {
      const { status } = await transaction
        .selectFrom('signing_keys')
        .select('status')
        .where('project_id', '=', project.id)
        .where('is_legacy', '=', true)
        .executeTakeFirstOrThrow();
      if (status === 'revoked')
        throw new PlatformError(
          'conflict',
          'The JWT secret is revoked as a signing key. Move it to standby first.',
        );
      await transaction
        .updateTable('project_api_settings')
        .set({
          next_jwt_secret: secrets.seal(secret),
          jwt_update: JSON.stringify({ change_tracking_id, operation_id: id }),
        })
        .where('project_id', '=', project.id)
        .execute();
    },
  });
  return readUpdateStatus(db, project.id);
}

const STATUS: Record<OperationRow['state'], JwtUpdateStatus['status']> = {
  running: 'updating',
  done: 'updated',
  failed: 'failed',
};

/** How the newest change of the JWT secret stands: its operation tells. Null when there was none. */
export async function readUpdateStatus(db: Database, projectId: number): Promise<JwtUpdateStatus | null> {
  const { jwt_update: update } = await db
    .selectFrom('project_api_settings')
    .select('jwt_update')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (update === null) return null;
  const operation = await db
    .selectFrom('operations')
    .select(['state', 'reason'])
    .where('id', '=', update.operation_id)
    .executeTakeFirst();
  if (operation === undefined) return null;
  const steps = await db
    .selectFrom('operation_steps')
    .select('state')
    .where('operation_id', '=', update.operation_id)
    .execute();
  return {
    change_tracking_id: update.change_tracking_id,
    error: operation.reason,
    progress: progressOf(
      operation.state,
      steps.map(({ state }) => state),
    ),
    status: STATUS[operation.state],
  };
}

/** Percent of the steps that are done; everything only at the end. */
export function progressOf(state: OperationRow['state'], steps: readonly string[]): number {
  if (state === 'done') return 100;
  const done = steps.filter((step) => step === 'done').length;
  return Math.min(99, Math.round((100 * done) / Math.max(1, steps.length)));
}
