import { legacyKey } from '../jwt-secret/keys.ts';
import { readJwtSecret } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { listApiKeys } from './store.ts';

export const KEY_TYPES = { anon: 'publishable', service_role: 'secret' } as const;

/** A key of the project that stands for a role: the legacy one while they are switched on. Null: there is none. */
export async function keyOfRole(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { id, ref }: { id: number; ref: string },
  role: 'anon' | 'service_role',
): Promise<string | null> {
  const { secret, issuedAt, keysEnabled } = await readJwtSecret(db, secrets, id);
  if (keysEnabled) return legacyKey(secret, ref, role, issuedAt);
  const row = (await listApiKeys(db, id)).find(({ type }) => type === KEY_TYPES[role]);
  return row === undefined ? null : secrets.open(row.sealed_key);
}
