import { type ApiKey, type ApiKeyType, MAX_API_KEYS } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { hashKey, newKey } from './key-text.ts';
import { presentApiKey } from './present.ts';
import { refuseTakenName } from './store.ts';

export interface NewApiKey {
  type: ApiKeyType;
  name: string;
  description?: string | null | undefined;
}

/** Makes a key. @throws PlatformError `conflict` when the name is taken or there are too many keys */
export async function createApiKey(
  { db, secrets }: Dependencies,
  actor: Actor,
  ref: string,
  { type, name, description = null }: NewApiKey,
  reveal: boolean,
): Promise<ApiKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const key = newKey(type);
  const values = {
    project_id: project.id,
    type,
    name,
    description,
    key_hash: hashKey(key),
    sealed_key: secrets.seal(key),
  };
  const inserted = db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    await assertRoom(transaction, project.id);
    return transaction.insertInto('api_keys').values(values).returningAll().executeTakeFirstOrThrow();
  });
  return presentApiKey(await inserted.catch(refuseTakenName(type, name)), secrets, reveal);
}

async function assertRoom(db: Database, projectId: number): Promise<void> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (count < MAX_API_KEYS) return;
  throw new PlatformError(
    'conflict',
    `A project can have ${MAX_API_KEYS} keys. Delete one that is not in use.`,
  );
}
