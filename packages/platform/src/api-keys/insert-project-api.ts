import { randomUUID } from 'node:crypto';
import type { ApiKeyType } from '@basalt/contract';
import { newJwtSecret, secretToJwk } from '../jwt-secret/keys.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { hashKey, newKey } from './key-text.ts';

/** Makes what the API of a new project is opened with: a JWT secret, and one publishable and one secret key. */
export async function insertProjectApi(
  transaction: Transaction,
  secrets: SecretBox,
  projectId: number,
): Promise<void> {
  const settings = await transaction
    .insertInto('project_api_settings')
    .values({ project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('project_id')
    .executeTakeFirst();
  if (settings === undefined) return; // someone was faster
  await transaction
    .insertInto('signing_keys')
    .values({
      id: randomUUID(),
      project_id: projectId,
      algorithm: 'HS256',
      status: 'in_use',
      sealed_jwk: secrets.seal(JSON.stringify(secretToJwk(newJwtSecret()))),
      public_jwk: null,
      is_legacy: true,
      issued_at: new Date(),
    })
    .execute();
  await transaction
    .insertInto('api_keys')
    .values([defaultKey('publishable', secrets, projectId), defaultKey('secret', secrets, projectId)])
    .execute();
}

function defaultKey(type: ApiKeyType, secrets: SecretBox, projectId: number) {
  const key = newKey(type);
  return {
    project_id: projectId,
    type,
    name: 'default',
    description: null,
    key_hash: hashKey(key),
    sealed_key: secrets.seal(key),
  };
}

/** Projects made before their API was there get what it needs. */
export async function completeProjectApis(db: Database, secrets: SecretBox): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .leftJoin('project_api_settings', 'project_api_settings.project_id', 'projects.id')
    .select('projects.id')
    .where('project_api_settings.project_id', 'is', null)
    .execute();
  for (const { id } of projects)
    await db.transaction().execute((transaction) => insertProjectApi(transaction, secrets, id));
}
