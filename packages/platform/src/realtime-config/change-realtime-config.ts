import type { RealtimeConfigChanges } from '@basalt/contract';
import { sql } from 'kysely';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { StoredRealtime } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** Changes what holds for realtime of a project. The gateway hears of it at once. */
export function changeRealtimeConfig(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  changes: RealtimeConfigChanges,
): Promise<void> {
  return store(dependencies, actor, ref, changes);
}

/** Ends all sockets of a project. Clients connect again by themselves. */
export function endRealtimeSockets(dependencies: Dependencies, actor: Actor, ref: string): Promise<void> {
  return store(dependencies, actor, ref, { sockets_ended_at: new Date().toISOString() });
}

async function store(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
  changes: RealtimeConfigChanges & Pick<StoredRealtime, 'sockets_ended_at'>,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const { realtime: former } = await transaction
      .selectFrom('project_api_settings')
      .select('realtime')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('project_api_settings')
      .set({ realtime: sql<string>`realtime || ${JSON.stringify(given)}::jsonb` })
      .where('project_id', '=', project.id)
      .execute();
    await recordChange(transaction, difference(former, { ...former, ...given }));
  });
}
