import type { RealtimeConfigChanges } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** Changes what holds for realtime of a project. The gateway hears of it at once. */
export async function changeRealtimeConfig(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
  changes: RealtimeConfigChanges,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    await transaction
      .updateTable('project_api_settings')
      .set({ realtime: sql<string>`realtime || ${JSON.stringify(given)}::jsonb` })
      .where('project_id', '=', project.id)
      .execute();
  });
}
