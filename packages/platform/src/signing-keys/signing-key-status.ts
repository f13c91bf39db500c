import { SIGNING_KEY_DELETE_DELAY, type SigningKey, type SigningKeyStatus } from '@basalt/contract';
import { sql } from 'kysely';
import { areLegacyKeysEnabled } from '../jwt-secret/store.ts';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getSigningKey, presentSigningKey } from './store.ts';

/** Where a key can go from each status. Something must always sign, so the key in use only leaves when another takes over. */
const WAYS: Record<SigningKeyStatus, readonly SigningKeyStatus[]> = {
  standby: ['in_use', 'revoked'],
  in_use: [],
  previously_used: ['in_use', 'standby', 'revoked'],
  revoked: ['standby', 'previously_used'],
};

/** @throws PlatformError `conflict` when a key cannot go from one status to the other */
export function assertMayMove(from: SigningKeyStatus, to: SigningKeyStatus): void {
  if (from === to || WAYS[from].includes(to)) return;
  if (from === 'in_use')
    throw new PlatformError(
      'conflict',
      'The key in use cannot be moved. Move another key to in_use: this one becomes previously_used.',
    );
  throw new PlatformError(
    'conflict',
    `A ${from} key cannot become ${to}. It can become ${WAYS[from].join(' or ')}.`,
  );
}

/** What a key must be for its deletion: revoked, and for so long that nobody holds its public part in a cache. */
export function assertMayDelete(
  key: { status: SigningKeyStatus; is_legacy: boolean; updated_at: Date },
  now: Date,
): void {
  if (key.is_legacy)
    throw new PlatformError('conflict', 'The JWT secret cannot be deleted. Revoke it, or change it.');
  if (key.status !== 'revoked')
    throw new PlatformError('conflict', 'Only revoked keys can be deleted. Revoke this one first.');
  const left = key.updated_at.getTime() + SIGNING_KEY_DELETE_DELAY - now.getTime();
  if (left > 0)
    throw new PlatformError(
      'conflict',
      `A key can be deleted when it has been revoked for ${SIGNING_KEY_DELETE_DELAY / 60_000} minutes. Try again in ${Math.ceil(left / 60_000)}.`,
    );
}

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
    await recordChange(transaction, { before: { status: key.status }, after: { status } });
    return transaction
      .updateTable('signing_keys')
      .set({ status, updated_at: sql<Date>`now()` })
      .where('id', '=', key.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return presentSigningKey(row);
}

/** Makes room for another key in use: the one that signs now goes on verifying. The caller holds the project's lock. */
export async function retireKeyInUse(transaction: Transaction, projectId: number): Promise<void> {
  await transaction
    .updateTable('signing_keys')
    .set({ status: 'previously_used', updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('status', '=', 'in_use')
    .execute();
}

/** Deletes a signing key that has been revoked for a while. Answers what it was. */
export async function deleteSigningKey(
  { db }: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<SigningKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  return db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const key = await getSigningKey(transaction, project.id, id);
    assertMayDelete(key, new Date());
    await transaction.deleteFrom('signing_keys').where('id', '=', key.id).execute();
    await recordChange(transaction, { before: { id: key.id, status: key.status } });
    return presentSigningKey(key);
  });
}
