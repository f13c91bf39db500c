import type { ClusterDriver, KeptData } from '@basalt/clusters';
import type { KeptDatabase, PostgresEngine } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { runningKind } from '../../operations/store.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { alreadyRunning } from '../../projects/transitions.ts';

const REASON: Partial<Record<string, KeptDatabase['reason']>> = { upgrade: 'upgrade', return_to: 'return' };

/** Former databases of a project that are kept, newest first. Each has the name of the operation that replaced it. */
export async function listKeptDatabases(
  { db, clusters }: { db: Database; clusters: ClusterDriver },
  ref: string,
): Promise<KeptDatabase[]> {
  // A project that is being created has no cluster yet, and damaged files keep nobody from seeing the rest of the page.
  const kept = await clusters.kept(ref).catch((): KeptData[] => []);
  if (kept.length === 0) return [];
  const operations = await db
    .selectFrom('operations')
    .innerJoin('projects', 'projects.id', 'operations.project_id')
    .select(['operations.id', 'operations.kind'])
    .where('projects.ref', '=', ref)
    .where('operations.kind', 'in', ['upgrade', 'return_to'])
    .execute();
  const kinds = new Map<string, string>(operations.map(({ id, kind }) => [id, kind]));
  return kept.map(({ id, major, keptAt, diskBytes }) => ({
    id,
    reason: REASON[kinds.get(id) ?? ''] ?? 'restore',
    postgres_engine: String(major) satisfies string as PostgresEngine,
    created_at: keptAt.toISOString(),
    disk_bytes: diskBytes,
  }));
}

/** Begins to go back to a kept database. Answers the operation's id. @throws PlatformError `not_found`, `conflict` */
export async function returnToKeptDatabase(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  id: string,
): Promise<string> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'restore_backup');
  const kept = await listKeptDatabases(dependencies, ref);
  if (!kept.some((one) => one.id === id))
    throw new PlatformError(
      'not_found',
      'There is no such kept database of this project. It may have been deleted.',
    );
  return beginOperation(dependencies, project.id, 'return_to', actor.email, {
    input: { id },
    prepare: async (transaction) => {
      if (project.status === 'INACTIVE')
        await assertWithinFreeLimit(transaction, project.organization_id, project.id);
    },
  });
}

/** Deletes a kept database, which gives its space back. Cannot be undone. */
export async function discardKeptDatabase(
  { db, clusters }: Dependencies,
  actor: Actor,
  ref: string,
  id: string,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  // An operation at work may be about to need it.
  const running = await runningKind(db, project.id);
  if (running !== null && running !== 'back_up') throw alreadyRunning(running);
  if (!(await listKeptDatabases({ db, clusters }, ref)).some((one) => one.id === id))
    throw new PlatformError('not_found', 'There is no such kept database of this project.');
  await clusters.discard(ref, id);
}
