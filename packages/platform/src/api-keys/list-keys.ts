import type { ApiKey } from '@basalt/contract';
import { LEGACY_ROLES, legacyKey } from '../jwt-secret/keys.ts';
import { readJwtSecret } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { presentApiKey, presentLegacyKey } from './present.ts';
import { listApiKeys } from './store.ts';

/** The keys that open a project's API now. Legacy ones are left out while they are switched off. */
export async function listKeys(
  { db, secrets }: Dependencies,
  actor: Actor,
  { ref, reveal }: { ref: string; reveal: boolean },
): Promise<ApiKey[]> {
  const { project, role } = await getProject(db, actor, ref);
  assertMay('read_api_keys', role);
  const { secret, issuedAt, keysEnabled } = await readJwtSecret(db, secrets, project.id);
  const legacy = (keysEnabled ? LEGACY_ROLES : []).map(async (name) =>
    presentLegacyKey(name, await legacyKey(secret, ref, name, issuedAt), issuedAt),
  );
  const keys = await listApiKeys(db, project.id);
  return [...(await Promise.all(legacy)), ...keys.map((key) => presentApiKey(key, secrets, reveal))];
}

/** When the project's keys opened its API last. Keys that were never used are left out. */
export async function lastUses(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<{ id: string; last_used_at: string }[]> {
  const keys = await listKeys(dependencies, actor, { ref, reveal: false });
  const uses = await dependencies.requestLog.keyUse(ref);
  return keys.flatMap(({ id, hash }) => {
    const time = hash === null ? undefined : uses[hash];
    return id === null || time === undefined ? [] : [{ id, last_used_at: new Date(time).toISOString() }];
  });
}
