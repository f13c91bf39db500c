import { isDeepStrictEqual } from 'node:util';
import type { NetworkAccess } from '@basalt/clusters';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { OPEN, readNetworkAccess, type StoredAccess } from './store.ts';

/**
 * Changes who reaches a project's database over the network, and makes the running database and the pooler follow. It is kept before it is
 * applied: where that fails, or this process ends in between, the next start of the platform or of the database applies it.
 * @param change what is to hold, by what holds; it may throw
 * @throws PlatformError `forbidden`, `not_found`
 */
export async function changeNetworkAccess(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  change: (former: NetworkAccess) => NetworkAccess,
): Promise<StoredAccess & { isApplied: boolean }> {
  const { db, untilServed } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  assertOwnCluster(project, 'Who reaches the database cannot be changed here');
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const { updatedAt: _, ...former } = (await readNetworkAccess(transaction, project.id)) ?? OPEN;
    const next = change(former);
    if (isDeepStrictEqual(next, former)) return;
    await store(transaction, project.id, next);
    await recordChange(transaction, difference(present(former), present(next)));
  });
  const isApplied = await applied(dependencies, ref);
  await untilServed(ref);
  return { ...((await readNetworkAccess(db, project.id)) ?? OPEN), isApplied };
}

async function store(
  transaction: Transaction,
  projectId: number,
  { requireTls, allowedBlocks }: NetworkAccess,
): Promise<void> {
  const values = {
    require_tls: requireTls,
    allowed_blocks: allowedBlocks === null ? null : [...allowedBlocks],
    updated_at: new Date(),
  };
  await transaction
    .insertInto('network_access')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

/** False: it could not be told the database now. */
async function applied({ clusters, log }: Dependencies, ref: string): Promise<boolean> {
  try {
    await clusters.applyNetworkAccess(ref);
    return true;
  } catch (error) {
    log('error', { ref, err: error }, 'the rules of who reaches a database could not be applied');
    return false;
  }
}

function present({ requireTls, allowedBlocks }: NetworkAccess) {
  return { require_tls: requireTls, allowed_blocks: allowedBlocks };
}

/** What holds for the cluster of a project; null for one that nobody knows. */
export async function networkAccessOf(db: Database, ref: string): Promise<NetworkAccess | null> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return project === undefined ? null : readNetworkAccess(db, project.id);
}
