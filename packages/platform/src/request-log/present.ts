import { REQUEST_SERVICES, type RequestLogEntry } from '@basalt/contract';
import type { RequestLogEntry as LoggedRequest } from '@basalt/project';

export function presentEntry({ time, method, path, status, duration, role }: LoggedRequest): RequestLogEntry {
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
