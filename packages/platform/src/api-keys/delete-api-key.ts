import type { ApiKey } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { presentApiKey } from './present.ts';
import { unknownKey } from './store.ts';

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
  const row = await db
    .deleteFrom('api_keys')
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw unknownKey();
  log('info', { ref, key: row.id, type: row.type, was_compromised, reason }, 'an API key was deleted');
  return presentApiKey(row, secrets, reveal);
}
