import type { ApiKey } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { presentApiKey } from './present.ts';
import { getApiKey, refuseTakenName, unknownKey } from './store.ts';

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
  const row = await db
    .updateTable('api_keys')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseTakenName(before.type, name ?? before.name));
  if (row === undefined) throw unknownKey();
  return presentApiKey(row, secrets, reveal);
}
