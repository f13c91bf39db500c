import { withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

/** What tells whether somebody uses a branch, as it is at a moment. */
export interface BranchSigns {
  /** Sessions that its database has ever had. */
  sessions: number;
  /** When somebody's session did something for the last time, by the clock of the database, in milliseconds; null: nobody has one. */
  lastAt: number | null;
  /** By the same clock. */
  at: number;
  /** Requests and calls of functions that were counted. */
  calls: number;
}

/** The session that looks. */
const OWN_SESSIONS = 1;

/** Whether nobody has used a branch between two looks. */
export function wasIdle(before: BranchSigns, now: BranchSigns): boolean {
  const others = now.sessions - before.sessions - OWN_SESSIONS;
  const isStill = now.lastAt === null || now.lastAt <= before.at;
  return others === 0 && isStill && now.calls === before.calls;
}

/** As text in a row, and back; null for what is none. */
export function signsOf(text: string | null): BranchSigns | null {
  return text === null ? null : (JSON.parse(text) as BranchSigns);
}

const LOOK = `
select d.sessions::pg_catalog.float8 as sessions,
  pg_catalog.floor(pg_catalog.date_part('epoch', pg_catalog.now()) operator(pg_catalog.*) 1000)::pg_catalog.float8 as at, (
  select pg_catalog.floor(pg_catalog.date_part('epoch', pg_catalog.max(a.state_change)) operator(pg_catalog.*) 1000)::pg_catalog.float8
  from pg_catalog.pg_stat_activity a
  where a.datid operator(pg_catalog.=) d.datid and a.backend_type operator(pg_catalog.=) 'client backend' and a.pid operator(pg_catalog.<>) pg_catalog.pg_backend_pid()
) as "lastAt"
from pg_catalog.pg_stat_database d where d.datname operator(pg_catalog.=) pg_catalog.current_database()`;

/** Looks at a running branch. @throws QueryError, ClusterError */
export async function readSigns(
  { clusters, db }: Pick<Dependencies, 'clusters' | 'db'>,
  { id, ref }: { id: number; ref: string },
): Promise<BranchSigns> {
  const address = await clusters.address(ref);
  const row = await withClient(address, async (client) => {
    const { rows } = await client.query<Omit<BranchSigns, 'calls'>>(LOOK);
    return rows[0];
  });
  if (row === undefined) throw new Error('A database does not know itself.');
  return { ...row, calls: await countCalls(db, id) };
}

async function countCalls(db: Database, projectId: number): Promise<number> {
  const { calls } = await db
    .selectFrom('usage_days')
    .select((eb) => eb.fn.sum<string | null>('value').as('calls'))
    .where('project_id', '=', projectId)
    .where('figure', 'like', '%_requests')
    .executeTakeFirstOrThrow();
  return Number(calls ?? 0);
}
