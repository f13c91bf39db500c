import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { listKeys } from './list-keys.ts';

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
