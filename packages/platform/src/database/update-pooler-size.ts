import type { Pool } from '@basalt/clusters';
import { directShare } from '@basalt/project';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { poolOf } from '../project-cluster/pool-of.ts';
import { maxConnectionsOf } from '../project-cluster/sizes.ts';
import { askKeeper, keptPoolerOf } from '../projects/keeper-of.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';

export interface PoolerChange {
  /** Null: what follows from the compute size. Left out: as before. */
  default_pool_size?: number | null | undefined;
  pool_mode?: 'transaction' | 'session' | undefined;
}

/**
 * Changes how many connections the clients of a project share in transactions. The pooler follows at once: connections above a smaller number
 * are closed when their transactions end.
 * @throws PlatformError `forbidden`, `bad_request` for more than a server of this size leaves to them; `unavailable` when a pooler that
 *   is kept elsewhere could not be told, which the next start of the project does
 */
export async function updatePoolerSize(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { default_pool_size: wanted, pool_mode }: PoolerChange,
): Promise<void> {
  const { db } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  const isKeptElsewhere = keptPoolerOf(dependencies, project) !== null;
  if (!isKeptElsewhere) assertOwnCluster(project, 'The pooler does not lead to its database');
  if (pool_mode === 'session')
    throw new PlatformError(
      'bad_request',
      'Connections are shared in transactions. Clients that need a session take the other port of the pooler.',
    );
  if (wanted === undefined) return;
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const former = await transaction
      .selectFrom('projects')
      .select(['compute_size', 'postgres_config', 'pooler_size'])
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow();
    const most = directShare(maxConnectionsOf(former));
    if (wanted !== null && (wanted < 1 || wanted > most))
      throw new PlatformError(
        'bad_request',
        `default_pool_size: must be from 1 to ${most}, since a database of this size leaves so many connections to clients.`,
        { field: 'default_pool_size' },
      );
    if (wanted === former.pooler_size) return;
    await transaction
      .updateTable('projects')
      .set({ pooler_size: wanted })
      .where('id', '=', project.id)
      .execute();
    await recordChange(
      transaction,
      difference({ default_pool_size: former.pooler_size }, { default_pool_size: wanted }),
    );
  });
  if (isKeptElsewhere) await tellKeeper(dependencies, project.id);
}

/** Tells it what was written last: who was overtaken meanwhile by another change tells it once more. */
async function tellKeeper(dependencies: Dependencies, id: ProjectRow['id']): Promise<void> {
  let told: Pool | null = null;
  while (true) {
    const { ref, ...now } = await dependencies.db
      .selectFrom('projects')
      .select(['ref', 'compute_size', 'postgres_config', 'pooler_size'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const pool = poolOf(now);
    if (told?.connections === pool.connections) return;
    await askKeeper(dependencies, (keeper) => keeper.setPool(ref, pool));
    told = pool;
  }
}
