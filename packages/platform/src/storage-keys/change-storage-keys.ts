import { randomBytes } from 'node:crypto';
import { MAX_STORAGE_KEYS, type NewStorageKey, type StorageKey } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { StorageKeyRow } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** The project's access keys for the S3 protocol, oldest first, without their secrets. */
export async function listStorageKeys(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<StorageKey[]> {
  const { project } = await permittedProject(db, actor, ref, 'read_api_keys');
  const rows = await db
    .selectFrom('storage_access_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Makes a key. Its secret is answered here and never again. @throws PlatformError `conflict` when there are too many keys */
export async function createStorageKey(
  { db, secrets, log }: Dependencies,
  actor: Actor,
  { ref, description }: { ref: string; description: string },
): Promise<NewStorageKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const secret = randomBytes(32).toString('hex');
  const values = {
    project_id: project.id,
    access_key: randomBytes(16).toString('hex'),
    sealed_secret: secrets.seal(secret),
    description,
  };
  const row = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    await assertRoom(transaction, project.id);
    return transaction
      .insertInto('storage_access_keys')
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  log('info', { ref, key: row.id, account: actor.accountId }, 'a storage access key was made');
  return { ...present(row), secret_key: secret };
}

/** Deletes a key: requests signed with it are refused from now on. Answers what it was. @throws PlatformError `not_found` */
export async function deleteStorageKey(
  { db, log }: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<StorageKey> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const row = await db
    .deleteFrom('storage_access_keys')
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no access key with this id.');
  log('info', { ref, key: row.id, account: actor.accountId }, 'a storage access key was deleted');
  return present(row);
}

async function assertRoom(db: Database, projectId: number): Promise<void> {
  const { count } = await db
    .selectFrom('storage_access_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (count < MAX_STORAGE_KEYS) return;
  throw new PlatformError(
    'conflict',
    `A project can have ${MAX_STORAGE_KEYS} access keys. Delete one that is not in use.`,
  );
}

function present({ id, access_key, description, created_at }: StorageKeyRow): StorageKey {
  return { id, access_key, description, created_at: created_at.toISOString() };
}
