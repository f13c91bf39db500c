import type { ClusterAddress, ClusterStats } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import { sql } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { isReadOnly } from '../../projects/project-status.ts';
import { leftBytes, readOnlyAtBytes, usedBytes, writeDiskUse } from '../disk-use.ts';
import { readStats } from '../read-stats.ts';
import { makeRoom } from './make-room.ts';

export type ReadOnlyState = Pick<ProjectRow, 'read_only_since' | 'read_only_lifted_until'>;

/**
 * What a look at the disk makes of the read-only mode. It begins at the limit and ends below it, exactly as people are told: what
 * could make it flap, writing, is what it stops. Lifting it by hand holds for its time only, and only while it lasts.
 */
export function nextReadOnly(state: ReadOnlyState, used: number, limit: number, now: Date): ReadOnlyState {
  if (used < limit) return { read_only_since: null, read_only_lifted_until: null };
  const lifted = state.read_only_lifted_until;
  return {
    read_only_since: state.read_only_since ?? now,
    read_only_lifted_until: lifted !== null && lifted > now ? lifted : null,
  };
}

function isSameState(one: ReadOnlyState, other: ReadOnlyState): boolean {
  return (
    one.read_only_since?.getTime() === other.read_only_since?.getTime() &&
    one.read_only_lifted_until?.getTime() === other.read_only_lifted_until?.getTime()
  );
}

const ANSWER_TIMEOUT_MS = 10_000;

/** What postgresql.auto.conf says (its last entry counts), and whether the server has surely read it since it was written. */
const LOOK = `
  select
    coalesce((
      select setting from pg_catalog.pg_file_settings
      where name = 'default_transaction_read_only' and sourcefile like '%postgresql.auto.conf'
      order by seqno desc limit 1
    ), 'off') = 'on' as written,
    -- Files tell whole seconds only.
    pg_catalog.pg_conf_load_time() >= modification + interval '1 second' as read
  from pg_catalog.pg_stat_file('postgresql.auto.conf')`;

/**
 * Makes a running PostgreSQL refuse writes, or take them again: sessions that are open notice it with their next transaction; one
 * that is at work goes on to its end. The platform's own role is exempt by a setting of its own. Whoever must free space can say
 * `set transaction read write`. May be repeated; killed halfway, the next time finishes it.
 * @param address the administrator's door
 */
export async function enforceReadOnly(address: ClusterAddress, wanted: boolean): Promise<void> {
  const tell = async (client: Parameters<Parameters<typeof withClient>[1]>[0]) => {
    const { rows } = await client.query<{ written: boolean; read: boolean }>(LOOK);
    const [state] = rows;
    if (state?.written === wanted && state.read) return;
    if (state?.written !== wanted)
      await client.query(
        wanted
          ? 'alter system set default_transaction_read_only = on'
          : 'alter system reset default_transaction_read_only',
      );
    await client.query('select pg_catalog.pg_reload_conf()');
  };
  await withClient(address, tell, { answerTimeoutMs: ANSWER_TIMEOUT_MS });
}

type Machinery = Pick<Dependencies, 'db' | 'clusters' | 'log'>;

/** What servers were last told, so that they need not be asked every minute: by ref, the start of the server and the mode. */
export type ToldServers = Map<string, string>;

/**
 * Brings the read-only mode of a running project in line with its disk: first the row, then the server. Killed in between, the next
 * time finishes it. Before that, sessions are ended whose temporary files fill the disk.
 * @param found what was on the disk
 * @param told left out: the server is told in any case
 */
export async function keepReadOnly(
  machinery: Machinery,
  project: ProjectRow,
  found: ClusterStats,
  told: ToldServers = new Map(),
  now = new Date(),
): Promise<ReadOnlyState> {
  const { clusters, db, log } = machinery;
  const { ref } = project;
  const stats = await makeRoom(machinery, project, found).catch((error: unknown) => {
    // Its owner can see to it that this fails. That must not keep the mode from beginning.
    log('warn', { ref, err: error }, 'temporary files that fill the disk of a project could not be ended');
    return found;
  });
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

/**
 * Brings a project's read-only mode in line with its disk without waiting for the next look. Its failure is told only: the next
 * look is never more than a minute away.
 * @returns what a project that runs can still write before its disk is full, below zero when it is; null: nobody could look
 */
export async function keepReadOnlyNow(
  machinery: Pick<Dependencies, 'db' | 'clusters' | 'log'>,
  projectId: number,
  told?: ToldServers,
): Promise<number | null> {
  const { clusters, db, log } = machinery;
  const project = await db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst();
  if (project === undefined) return null;
  try {
    const stats = await readStats(clusters, project.ref);
    if (stats === null) return null;
    // For the warnings, which would speak of a minute ago otherwise.
    await writeDiskUse(db, project.id, new Date(), usedBytes(stats));
    await keepReadOnly(machinery, project, stats, told);
    return stats.startedAt === null ? null : leftBytes(stats, project.disk_size_gb);
  } catch (error) {
    log('warn', { ref: project.ref, err: error }, 'the read-only mode of a project could not be changed yet');
    return null;
  }
}
