import {
  FUNCTION_STATS_INTERVALS,
  type FunctionLogLine,
  type FunctionStats,
  type FunctionStatsInterval,
} from '@basalt/contract';
import type { FunctionLogEntry, FunctionLogLevel } from '@basalt/project';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, FunctionLogFilter, RequestCounts } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getFunction, getFunctionById } from './store.ts';

const { functionLogs } = routes;

export const functionLogRoutes = {
  list: functionLogs.list.handler(({ context, input }) =>
    readLog(context, context.actor, { ...input, slug: input.function_slug }),
  ),
  v1Stats: functionLogs.v1Stats.handler(async ({ context, input: { ref, function_id, interval } }) => {
    const { project } = await permittedProject(context.db, context.actor, ref, 'read_functions');
    const { slug } = await getFunctionById(context.db, project.id, function_id);
    const { buckets } = await readStats(context, context.actor, { ref, slug, interval });
    return {
      result: buckets.map(({ at, invocations, client_errors, server_errors, p50_ms, p95_ms }) => ({
        timestamp: Date.parse(at) * 1_000,
        requests_count: invocations,
        success_count: invocations - client_errors - server_errors,
        client_err_count: client_errors,
        server_err_count: server_errors,
        p50_execution_time: p50_ms,
        p95_execution_time: p95_ms,
      })),
    };
  }),
  stats: functionLogs.stats.handler(({ context, input: { ref, function_slug: slug, interval } }) =>
    readStats(context, context.actor, { ref, slug, interval }),
  ),
};

interface LogQuestion {
  ref: string;
  slug: string;
  /** ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  level?: FunctionLogLevel | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** @throws PlatformError `not_found`, `bad_request` */
async function readLog(
  { db, functionLog }: Dependencies,
  actor: Actor,
  { ref, slug, from, to, level, search, cursor, limit }: LogQuestion,
): Promise<{ lines: FunctionLogLine[]; next_cursor: string | null }> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  const own = await getFunction(db, project.id, slug);
  const since = from === undefined ? 0 : Date.parse(from);
  if (to !== undefined && since > Date.parse(to))
    throw new PlatformError('bad_request', 'from: must be earlier than to.', { field: 'from' });
  const filter: FunctionLogFilter = {
    slug,
    // One that was deleted may have had the same name.
    from: Math.max(since, own.created_at.getTime()),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
    ...(level === undefined ? {} : { levels: [level] }),
    ...(search ? { search } : {}),
  };
  const page = await functionLog.read(ref, filter, limit, cursor ?? null);
  return { lines: page.entries.map(presentLine), next_cursor: page.cursor };
}

/** What the gateway's log of requests says of calls. @throws PlatformError `not_found` */
async function readStats(
  { db, requestLog }: Dependencies,
  actor: Actor,
  { ref, slug, interval }: { ref: string; slug: string; interval: FunctionStatsInterval },
): Promise<FunctionStats> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  await getFunction(db, project.id, slug);
  const { buckets, seconds } = FUNCTION_STATS_INTERVALS[interval];
  const width = seconds * 1_000;
  const to = Math.ceil(Date.now() / width) * width;
  const filter = { from: to - buckets * width, to, below: `/functions/v1/${slug}` };
  const counted = await requestLog.count(ref, filter, buckets);
  return {
    bucket_seconds: seconds,
    total: presentCounts(counted.total),
    buckets: counted.buckets.map(({ time, ...counts }) => ({
      at: new Date(time).toISOString(),
      ...presentCounts(counts),
    })),
  };
}

function presentLine({ time, level, kind, message, execution, version }: FunctionLogEntry): FunctionLogLine {
  return {
    at: new Date(time).toISOString(),
    level,
    source: kind,
    message,
    execution_id: execution,
    version,
  };
}

function presentCounts({ ok, clientErrors, serverErrors, p50, p95 }: RequestCounts) {
  return {
    invocations: ok + clientErrors + serverErrors,
    client_errors: clientErrors,
    server_errors: serverErrors,
    p50_ms: p50,
    p95_ms: p95,
  };
}
