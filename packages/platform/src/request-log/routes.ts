import { API_COUNT_INTERVALS, REQUEST_SERVICES, type RequestLogEntry } from '@basalt/contract';
import type { RequestLogEntry as LoggedRequest } from '@basalt/project';
import { PlatformError } from '../kernel/platform-error.ts';
import type { RequestCounts, RequestLogFilter } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';

const { requestLog } = routes;
const HOUR_MS = 3_600_000;

export const requestLogRoutes = {
  v1ApiCounts: requestLog.v1ApiCounts.handler(async ({ context, input: { ref, interval } }) => {
    await permittedProject(context.db, context.actor, ref, 'read_request_log');
    const { buckets, seconds } = API_COUNT_INTERVALS[interval];
    const width = seconds * 1_000;
    const to = Math.ceil(Date.now() / width) * width;
    const range = { from: to - buckets * width, to };
    const [auth = [], realtime = [], rest = [], storage = []] = await Promise.all(
      ['auth', 'realtime', 'rest', 'storage'].map(async (service) => {
        const counted = await context.requestLog.count(ref, { ...range, services: [service] }, buckets);
        return counted.buckets.map(totalOf);
      }),
    );
    return {
      result: rest.map((total, place) => ({
        timestamp: new Date(range.from + place * width).toISOString(),
        total_auth_requests: auth[place] ?? 0,
        total_realtime_requests: realtime[place] ?? 0,
        total_rest_requests: total,
        total_storage_requests: storage[place] ?? 0,
      })),
    };
  }),
  v1RequestCount: requestLog.v1RequestCount.handler(async ({ context, input: { ref } }) => {
    await permittedProject(context.db, context.actor, ref, 'read_request_log');
    const to = Date.now();
    const { total } = await context.requestLog.count(ref, { from: to - 24 * HOUR_MS, to }, 1);
    return { result: [{ count: totalOf(total) }] };
  }),
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
    const counted = await context.requestLog.count(ref, { ...filter, from, to }, buckets);
    return {
      bucket_seconds: (to - from) / buckets / 1_000,
      buckets: counted.buckets.map(({ time, ok, clientErrors, serverErrors }) => ({
        at: new Date(time).toISOString(),
        total: totalOf({ ok, clientErrors, serverErrors }),
        client_errors: clientErrors,
        server_errors: serverErrors,
      })),
    };
  }),
};

const totalOf = ({
  ok,
  clientErrors,
  serverErrors,
}: Pick<RequestCounts, 'ok' | 'clientErrors' | 'serverErrors'>) => ok + clientErrors + serverErrors;

function presentEntry({ time, method, path, status, duration, role }: LoggedRequest): RequestLogEntry {
  const service = path.split('/', 2)[1] ?? '';
  return {
    at: new Date(time).toISOString(),
    method,
    path,
    status,
    milliseconds: duration,
    role: role === '' ? null : role,
    service: (REQUEST_SERVICES as readonly string[]).includes(service) ? service : null,
  };
}

/** What people ask the log for. Times are ISO 8601; `status` is a code or a class such as `4xx`. */
export interface LogQuestion {
  from?: string | undefined;
  to?: string | undefined;
  method?: string | undefined;
  status?: string | undefined;
  service?: string | undefined;
  path?: string | undefined;
  role?: string | undefined;
}

/** The question in the words of the log. */
export function toFilter({ from, to, method, status, service, path, role }: LogQuestion): RequestLogFilter {
  return {
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
    ...(method === undefined ? {} : { methods: [method] }),
    ...(status === undefined ? {} : { statuses: [Number.parseInt(status, 10)] }),
    ...(service === undefined ? {} : { services: [service] }),
    ...(path ? { search: path } : {}),
    ...(role === undefined ? {} : { roles: [role] }),
  };
}
