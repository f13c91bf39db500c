import type { RequestLogFilter } from '../kernel/ports.ts';

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
