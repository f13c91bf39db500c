import { type ApiKey, type ApiKeyType, MAX_API_KEYS } from '@basalt/contract';
import { sql } from 'kysely';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { hashKey, newKey } from './key-text.ts';
import { presentApiKey } from './present.ts';
import { getApiKey, refuseTakenName, unknownKey } from './store.ts';

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
    const row = await transaction
      .insertInto('api_keys')
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, { after: { id: row.id, type, name } });
    return row;
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

export interface ApiKeyChanges {
  name?: string | undefined;
  description?: string | null | undefined;
}

/** Changes a key's name or description; the key itself stays. @throws PlatformError `not_found`, `conflict` */
export async function updateApiKey(
  { db, secrets }: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  { name, description }: ApiKeyChanges,
  reveal: boolean,
): Promise<ApiKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const before = await getApiKey(db, project.id, id);
  const updated = db.transaction().execute(async (transaction) => {
    const after = await transaction
      .updateTable('api_keys')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirst();
    if (after === undefined) throw unknownKey();
    await recordChange(transaction, { before: { name: before.name }, after: { name: after.name } });
    return after;
  });
  const row = await updated.catch(refuseTakenName(before.type, name ?? before.name));
  return presentApiKey(row, secrets, reveal);
}

export interface Deletion {
  reveal: boolean;
  /** Said by whoever deletes it; kept in the log. */
  was_compromised: boolean;
  reason?: string | undefined;
}

/** Deletes a key: requests that bring it are refused from now on. Answers what it was. */
export async function deleteApiKey(
  { db, secrets, log }: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  { reveal, was_compromised, reason }: Deletion,
): Promise<ApiKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const row = await db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('api_keys')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (deleted === undefined) throw unknownKey();
    await recordChange(transaction, { before: { id, type: deleted.type, name: deleted.name } });
    return deleted;
  });
  log('info', { ref, key: row.id, type: row.type, was_compromised, reason }, 'an API key was deleted');
  return presentApiKey(row, secrets, reveal);
}

/** Switches the legacy keys anon and service_role on or off. @throws PlatformError `conflict` when their secret is revoked */
export async function setLegacyKeys(
  { db }: Dependencies,
  actor: Actor,
  { ref, enabled }: { ref: string; enabled: boolean },
): Promise<{ enabled: boolean }> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const secret = await transaction
      .selectFrom('signing_keys')
      .select('status')
      .where('project_id', '=', project.id)
      .where('is_legacy', '=', true)
      .executeTakeFirstOrThrow();
    if (enabled && secret.status === 'revoked')
      throw new PlatformError(
        'conflict',
        'The legacy keys cannot be switched on: the JWT secret that signs them is revoked.',
      );
    await transaction
      .updateTable('project_api_settings')
      .set({ legacy_keys_enabled: enabled })
      .where('project_id', '=', project.id)
      .execute();
  });
  return { enabled };
}
