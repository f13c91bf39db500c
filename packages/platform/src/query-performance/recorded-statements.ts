import type {
  RecordedStatement as PresentedStatement,
  Role,
  StatementList,
  StatementSort,
} from '@basalt/contract';
import { type RecordedStatement, readStatements, resetStatements } from '@basalt/postgres/statements';
import { withDatabase } from '../database/with-database.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { READ_ONLY_ROLE, SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';

/** Statements that a search goes through, from the top of the order that was asked for. */
const SEARCHED = 1_000;
const SHOWN = 200;
const LIST_TEXT_LENGTH = 2_000;
const TEXT_LENGTH = 100_000;

const NO_STATISTICS =
  'Statements are not recorded: the extension pg_stat_statements is not there, or not loaded in this database.';

export interface StatementsInput {
  ref: string;
  sort: StatementSort;
  order: 'asc' | 'desc';
  search?: string | undefined;
  user?: string | undefined;
  with_reads?: boolean | undefined;
}

/** What was run in a project's database, and how long it took. */
export async function listStatements(
  dependencies: Dependencies,
  actor: Actor,
  input: StatementsInput,
): Promise<StatementList> {
  const { project, role } = await permittedProject(dependencies.db, actor, input.ref, 'read_sql');
  const found = await withDatabase(dependencies, project, SUPERUSER_ROLE, (client) =>
    readStatements(client, {
      order: input.sort,
      isAscending: input.order === 'asc',
      user: input.user,
      // The dashboard reads for its pages as this role, far more often than anybody's own statements run.
      without: input.user === undefined && input.with_reads !== true ? READ_ONLY_ROLE : undefined,
      limit: SEARCHED,
      textLength: LIST_TEXT_LENGTH,
    }),
  );
  if (found === null)
    return {
      statements: [],
      is_cut: false,
      users: [],
      since: null,
      evictions: 0,
      tracks_planning: false,
      missing: NO_STATISTICS,
    };
  // Searched as it is shown: what is hidden must not be guessed by searching for it.
  const wanted = (input.search ?? '').trim().toLowerCase();
  const shown = found.statements
    .map((statement) => presentStatement(statement, role))
    .filter(({ query }) => query.toLowerCase().includes(wanted));
  return {
    statements: shown.slice(0, SHOWN),
    is_cut: shown.length > SHOWN || found.statements.length === SEARCHED,
    users: [...found.users],
    since: found.since,
    evictions: found.evictions,
    tracks_planning: found.tracksPlanning,
    missing: null,
  };
}

/** One of them with its whole text. @throws PlatformError `not_found` when it is no longer recorded */
export async function getStatement(
  dependencies: Dependencies,
  actor: Actor,
  input: { ref: string; id: string },
): Promise<PresentedStatement> {
  const { project, role } = await permittedProject(dependencies.db, actor, input.ref, 'read_sql');
  return presentStatement(await findStatement(dependencies, project, input.id), role);
}

/** @throws PlatformError `not_found` when it is no longer recorded */
export async function findStatement(
  dependencies: Dependencies,
  project: ProjectRow,
  id: string,
): Promise<RecordedStatement> {
  const found = await withDatabase(dependencies, project, SUPERUSER_ROLE, (client) =>
    readStatements(client, { order: 'total', isAscending: false, limit: 1, textLength: TEXT_LENGTH, id }),
  );
  const [statement] = found?.statements ?? [];
  if (statement === undefined)
    throw new PlatformError(
      'not_found',
      'This statement is no longer recorded: the statistics were reset, or others took its place.',
    );
  return statement;
}

/** Forgets what was recorded of a project's database. @throws PlatformError `conflict` where nothing is recorded */
export async function forgetStatements(dependencies: Dependencies, actor: Actor, ref: string): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const isDone = await withDatabase(dependencies, project, SUPERUSER_ROLE, resetStatements);
  if (!isDone) throw new PlatformError('conflict', NO_STATISTICS);
}

function presentStatement(found: RecordedStatement, role: Role): PresentedStatement {
  return {
    id: found.id,
    query: may('run_sql', role) ? found.query : hideLiterals(found.query),
    is_cut: found.isCut,
    user: found.user,
    calls: found.calls,
    total_milliseconds: found.total,
    plan_milliseconds: found.planning,
    mean_milliseconds: found.mean,
    min_milliseconds: found.min,
    max_milliseconds: found.max,
    deviation_milliseconds: found.deviation,
    share: found.share,
    rows: found.rows,
    cache_hit: found.cacheHit,
    blocks_read: found.blocksRead,
    temp_blocks: found.tempBlocks,
    wal_bytes: found.walBytes,
    since: found.since,
  };
}
