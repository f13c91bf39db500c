import { MAX_SIGNING_KEYS, type PrivateJwk, type SigningAlgorithm, type SigningKey } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { checkSigningJwk, makeSigningJwk } from './signing-jwk.ts';
import { retireKeyInUse } from './signing-key-status.ts';
import { listSigningKeys, presentSigningKey } from './store.ts';

export interface NewSigningKey {
  algorithm: SigningAlgorithm;
  status: 'in_use' | 'standby';
  private_jwk?: PrivateJwk | undefined;
}

/** Adds a signing key, made here or brought along. @throws PlatformError `bad_request`, `conflict` */
export async function createSigningKey(
  { db, secrets }: Dependencies,
  actor: Actor,
  ref: string,
  { algorithm, status, private_jwk }: NewSigningKey,
): Promise<SigningKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const key = private_jwk ? await checkSigningJwk(algorithm, private_jwk) : await makeSigningJwk(algorithm);
  const inserted = db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    if ((await listSigningKeys(transaction, project.id)).length >= MAX_SIGNING_KEYS)
      throw new PlatformError(
        'conflict',
        `A project can have ${MAX_SIGNING_KEYS} signing keys. Revoke and delete one that is not needed.`,
      );
    if (status === 'in_use') await retireKeyInUse(transaction, project.id);
    return transaction
      .insertInto('signing_keys')
      .values({
        id: key.kid,
        project_id: project.id,
        algorithm,
        status,
        sealed_jwk: secrets.seal(JSON.stringify(key.privateJwk)),
        public_jwk: key.publicJwk === null ? null : JSON.stringify(key.publicJwk),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return presentSigningKey(await inserted.catch(refuseTakenKid));
}

function refuseTakenKid(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'signing_keys_pkey') throw error;
  const text = 'private_jwk: There is already a signing key with this kid.';
  throw new PlatformError('conflict', text, { field: 'private_jwk', cause: error });
}
