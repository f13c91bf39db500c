import type { SigningKey } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { presentSigningKey } from './present.ts';
import { assertMayDelete } from './status-rules.ts';
import { getSigningKey } from './store.ts';

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
    return presentSigningKey(key);
  });
}
