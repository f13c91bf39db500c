import type { ApiKeyType } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ApiKeyRow } from '../kernel/schema.ts';

/** The keys of a project, publishable ones first, oldest first. */
export function listApiKeys(db: Database, projectId: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('type')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws PlatformError `not_found` */
export async function getApiKey(db: Database, projectId: number, id: string): Promise<ApiKeyRow> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw unknownKey();
  return row;
}

export function unknownKey(): PlatformError {
  return new PlatformError('not_found', 'There is no API key with this id.');
}

const UNIQUE_NAME = 'api_keys_project_id_type_name_key';

/** Turns the database's refusal of a second key with the same name into a sentence. */
export function refuseTakenName(type: ApiKeyType, name: string): (error: unknown) => never {
  return (error) => {
    if ((error as { constraint?: string }).constraint !== UNIQUE_NAME) throw error;
    const text = `name: There is already a ${type} key with the name ${name}.`;
    throw new PlatformError('conflict', text, { field: 'name', cause: error });
  };
}
