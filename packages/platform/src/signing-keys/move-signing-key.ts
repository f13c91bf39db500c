import type { SigningKey, SigningKeyStatus } from '@basalt/contract';
import { sql } from 'kysely';
import { areLegacyKeysEnabled } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { presentSigningKey } from './present.ts';
import { retireKeyInUse } from './retire-key-in-use.ts';
import { assertMayMove } from './status-rules.ts';
import { getSigningKey } from './store.ts';

/**
 * Gives a signing key another status. When it becomes the one in use, the one before becomes previously_used.
 * @throws PlatformError `not_found`, `conflict` when there is no way from one status to the other
 */
export async function moveSigningKey(
  { db }: Dependencies,
  actor: Actor,
  { ref, id, status }: { ref: string; id: string; status: SigningKeyStatus },
): Promise<SigningKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const row = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const key = await getSigningKey(transaction, project.id, id);
    assertMayMove(key.status, status);
    if (key.status === status) return key;
    if (status === 'revoked' && key.is_legacy && (await areLegacyKeysEnabled(transaction, project.id)))
      throw new PlatformError(
        'conflict',
        'The keys anon and service_role are signed with the JWT secret. Switch the legacy keys off before you revoke it.',
      );
    if (status === 'in_use') await retireKeyInUse(transaction, project.id);
    return transaction
      .updateTable('signing_keys')
      .set({ status, updated_at: sql<Date>`now()` })
      .where('id', '=', key.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return presentSigningKey(row);
}
