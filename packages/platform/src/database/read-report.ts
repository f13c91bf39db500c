import type { DatabaseReport } from '@basalt/contract';
import { listSlowQueries, readDatabaseReport, type SlowQuery } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import type { Actor } from '../kernel/ports.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { withDatabase } from './with-database.ts';

const NO_STATISTICS =
  'Slow queries are not recorded: the extension pg_stat_statements is not loaded in this database.';

/** The built-in report on a project's database. */
export async function readReport(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<DatabaseReport> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const { report, slow } = await withDatabase(dependencies, project, SUPERUSER_ROLE, async (client) => ({
    report: await readDatabaseReport(client),
    slow: await listSlowQueries(client),
  }));
  const seesTexts = may('run_sql', role);
  return {
    connections: {
      used: report.connections.used,
      max: report.connections.max,
      by_user: [...report.connections.byUser],
    },
    cache_hit: report.cacheHit,
    size: {
      database: report.size,
      largest: report.largest.map(({ schema, name, bytes, rowsEstimate }) => ({
        schema,
        name,
        bytes,
        rows_estimate: rowsEstimate,
      })),
    },
    slow_queries: slow?.map((query) => presentSlow(query, seesTexts)) ?? null,
    slow_queries_missing: slow === null ? NO_STATISTICS : null,
  };
}

function presentSlow(found: SlowQuery, seesTexts: boolean) {
  return {
    query: seesTexts ? found.query : hideLiterals(found.query),
    calls: found.calls,
    total_milliseconds: found.totalMilliseconds,
    mean_milliseconds: found.meanMilliseconds,
    max_milliseconds: found.maxMilliseconds,
    rows: found.rows,
    user: found.user,
  };
}
