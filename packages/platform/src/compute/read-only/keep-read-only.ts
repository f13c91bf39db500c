import type { ClusterStats } from '@basalt/clusters';
import { sql } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { isReadOnly } from '../../projects/is-read-only.ts';
import { readOnlyAtBytes, usedBytes } from '../disk-use.ts';
import { enforceReadOnly } from './enforce-read-only.ts';
import { isSameState, nextReadOnly, type ReadOnlyState } from './next-read-only.ts';

type Machinery = Pick<Dependencies, 'db' | 'clusters' | 'log'>;

/** What servers were last told, so that they need not be asked every minute: by ref, the start of the server and the mode. */
export type ToldServers = Map<string, string>;

/**
 * Brings the read-only mode of a running project in line with its disk: first the row, then the server. Killed in between, the next
 * time finishes it.
 * @param told left out: the server is told in any case
 */
export async function keepReadOnly(
  machinery: Machinery,
  project: ProjectRow,
  stats: ClusterStats,
  told: ToldServers = new Map(),
  now = new Date(),
): Promise<ReadOnlyState> {
  const { clusters, db, log } = machinery;
  const { ref } = project;
  const next = nextReadOnly(project, usedBytes(stats), readOnlyAtBytes(project.disk_size_gb), now);
  if (!isSameState(project, next)) {
    const changed = await writeState(db, project, next);
    // Somebody else was faster; the next look sees what he wrote.
    if (!changed) return project;
    log('info', { ref, since: next.read_only_since }, 'the read-only mode of a project changed');
  }
  if (stats.startedAt === null) return next;
  const modeOf = (readOnly: boolean) => `${stats.startedAt?.getTime()} ${readOnly}`;
  let wanted = isReadOnly(next, now);
  if (told.get(ref) === modeOf(wanted)) return next;
  const address = await clusters.address(ref);
  for (;;) {
    await enforceReadOnly(address, wanted);
    told.set(ref, modeOf(wanted));
    // Two looks at once may tell the server in the wrong order; the later one finds here what the row says by now.
    const present = await readState(db, project.id);
    if (present === null || isReadOnly(present, now) === wanted) return next;
    wanted = !wanted;
  }
}

async function readState(db: Machinery['db'], id: number): Promise<ReadOnlyState | null> {
  const row = await db
    .selectFrom('projects')
    .select(['read_only_since', 'read_only_lifted_until'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function writeState(
  db: Machinery['db'],
  { id, disk_size_gb, read_only_lifted_until }: ProjectRow,
  next: ReadOnlyState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set(next)
    .where('id', '=', id)
    // Not by a look that is older than a new quota, or than somebody's lifting it by hand.
    .where('disk_size_gb', '=', disk_size_gb)
    .where((eb) =>
      eb('read_only_lifted_until', 'is not distinct from', sql<Date | null>`${read_only_lifted_until}`),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
