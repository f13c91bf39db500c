import { PlatformError } from '../kernel/platform-error.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { presentEntry } from './present.ts';
import { toFilter } from './to-filter.ts';

const { requestLog } = routes;
const HOUR_MS = 3_600_000;

export const requestLogRoutes = {
  list: requestLog.list.handler(async ({ context, input: { ref, cursor = null, limit, ...question } }) => {
    await permittedProject(context.db, context.actor, ref, 'read_request_log');
    const page = await context.requestLog.read(ref, toFilter(question), limit, cursor);
    return { entries: page.entries.map(presentEntry), next_cursor: page.cursor };
  }),
  counts: requestLog.counts.handler(async ({ context, input: { ref, buckets, ...question } }) => {
    await permittedProject(context.db, context.actor, ref, 'read_request_log');
    const filter = toFilter(question);
    const to = filter.to ?? Date.now();
    const from = filter.from ?? to - HOUR_MS;
    if (from >= to)
      throw new PlatformError('bad_request', 'from: must be earlier than to.', { field: 'from' });
    const counts = await context.requestLog.count(ref, { ...filter, from, to }, buckets);
    return {
      bucket_seconds: (to - from) / buckets / 1_000,
      buckets: counts.map(({ time, ok, clientErrors, serverErrors }) => ({
        at: new Date(time).toISOString(),
        total: ok + clientErrors + serverErrors,
        client_errors: clientErrors,
        server_errors: serverErrors,
      })),
    };
  }),
};
