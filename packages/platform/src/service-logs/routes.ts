import type { LogLevel } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { runLogQuery } from './log-query/run-log-query.ts';
import { type LogQuestion, logSource } from './sources.ts';

const { serviceLogs } = routes;
const HOUR_MS = 3_600_000;

export const serviceLogRoutes = {
  v1Query: serviceLogs.v1Query.handler(({ context, input }) => query(context, context.actor, input)),
  v1QueryAll: serviceLogs.v1QueryAll.handler(({ context, input }) => query(context, context.actor, input)),
  list: serviceLogs.list.handler(
    async ({ context, input: { ref, source, cursor = null, limit, ...asked } }) => {
      const { project } = await permittedProject(context.db, context.actor, ref, 'read_request_log');
      const page = await logSource(context, source).read(project, toQuestion(asked), limit, cursor);
      return { lines: page.lines, next_cursor: page.cursor };
    },
  ),
  counts: serviceLogs.counts.handler(async ({ context, input: { ref, source, buckets, ...asked } }) => {
    const { project } = await permittedProject(context.db, context.actor, ref, 'read_request_log');
    const question = toQuestion(asked);
    const to = question.to ?? Date.now();
    const from = question.from ?? to - HOUR_MS;
    if (from >= to)
      throw new PlatformError('bad_request', 'from: must be earlier than to.', { field: 'from' });
    const counted = await logSource(context, source).count(project, { ...question, from, to }, buckets);
    return {
      bucket_seconds: (to - from) / buckets / 1_000,
      buckets: counted.map(({ time, ...counts }) => ({ at: new Date(time).toISOString(), ...counts })),
    };
  }),
};

/** @throws PlatformError `forbidden`, `not_found`, and as {@link runLogQuery} */
async function query(
  dependencies: Dependencies,
  actor: Actor,
  { ref, ...asked }: Parameters<typeof runLogQuery>[2] & { ref: string },
): Promise<{ result: unknown[] }> {
  await permittedProject(dependencies.db, actor, ref, 'read_request_log');
  return { result: await runLogQuery(dependencies, ref, asked) };
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  level?: LogLevel | undefined;
  search?: string | undefined;
}

function toQuestion({ from, to, level, search }: Asked): LogQuestion {
  return {
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
    ...(level === undefined ? {} : { level }),
    ...(search ? { search } : {}),
  };
}
