import { randomUUID } from 'node:crypto';
import type { JwtUpdateStatus } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { newJwtSecret } from './secret-jwk.ts';
import { readUpdateStatus } from './update-status.ts';

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
