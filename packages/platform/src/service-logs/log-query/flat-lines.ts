import { createHash } from 'node:crypto';
import type { FunctionLogEntry, PoolerLogEntry, PostgresLogEntry, RequestLogEntry } from '@basalt/project';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { FlatLine } from './match-line.ts';

/** Milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

type LinePage = { lines: FlatLine[]; cursor: string | null };
export type ReadLines = (ref: string, span: Span, cursor: string | null) => Promise<LinePage>;

/** Read at a time. */
const PAGE = 500;

/** The logs that queries are asked of, by the names that clients know. */
export const LINE_SOURCES = [
  'edge_logs',
  'auth_logs',
  'storage_logs',
  'realtime_logs',
  'function_edge_logs',
  'function_logs',
  'postgres_logs',
  'supavisor_logs',
] as const;
type LineSource = (typeof LINE_SOURCES)[number];

/** The logs that queries are answered from. */
export type QueriedLogs = Pick<Dependencies, 'requestLog' | 'functionLog' | 'poolerLog' | 'postgresLog'>;

/** How lines of a source are read, newest first, with all that is known of them. */
export function lineReader(
  { requestLog, functionLog, poolerLog, postgresLog }: QueriedLogs,
  source: LineSource,
): ReadLines {
  const requests =
    (service: string | null, flatten: (entry: RequestLogEntry) => FlatLine): ReadLines =>
    async (ref, span, cursor) => {
      const filter = { ...span, ...(service !== null && { services: [service] }) };
      const page = await requestLog.read(ref, filter, PAGE, cursor);
      return { lines: page.entries.map(flatten), cursor: page.cursor };
    };
  switch (source) {
    case 'edge_logs':
      return requests(null, requestLine);
    case 'auth_logs':
      return requests('auth', authLine);
    case 'storage_logs':
      return requests('storage', storageLine);
    case 'realtime_logs':
      return requests('realtime', requestLine);
    case 'function_edge_logs':
      return requests('functions', functionCallLine);
    case 'function_logs':
      return async (ref, span, cursor) => {
        const page = await functionLog.read(ref, span, PAGE, cursor);
        return { lines: page.entries.map(functionLine), cursor: page.cursor };
      };
    case 'postgres_logs':
      return async (ref, span, cursor) => {
        const page = await postgresLog.read(ref, span, PAGE, cursor);
        return { lines: page.entries.map(postgresLine), cursor: page.cursor };
      };
    case 'supavisor_logs':
      return async (ref, span, cursor) => {
        const page = await poolerLog.read(ref, span, PAGE, cursor);
        return { lines: page.entries.map(poolerLine), cursor: page.cursor };
      };
  }
}

function severityOf(status: number): string {
  if (status >= 500) return 'ERROR';
  return status >= 400 ? 'WARNING' : 'INFO';
}

function base(source: LineSource, time: number, event_message: string, severity_text: string, more: unknown) {
  // Lines are not numbered: what a line says stands for it.
  const digest = createHash('sha256')
    .update(JSON.stringify([source, time, event_message, more]))
    .digest('hex');
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`;
  return { id, timestamp: time * 1_000, event_message, severity_text, source };
}

function messageOf({ method, status, path }: RequestLogEntry): string {
  return `${method} | ${status} | ${path}`;
}

function requestLine(entry: RequestLogEntry): FlatLine {
  const { time, method, path, status, duration, role } = entry;
  return {
    ...base('edge_logs', time, messageOf(entry), severityOf(status), duration),
    'request.method': method,
    'request.path': path,
    'response.status_code': status,
    'response.origin_time': duration,
    'request.role': role === '' ? null : role,
  };
}

function authLine(entry: RequestLogEntry): FlatLine {
  const { time, method, path, status, duration } = entry;
  return {
    ...base('auth_logs', time, messageOf(entry), severityOf(status), duration),
    level: severityOf(status).toLowerCase(),
    method,
    path: path.replace(/^\/auth\/v1/, ''),
    status,
    msg: 'request completed',
    // Nanoseconds.
    duration: Math.round(duration * 1_000_000),
  };
}

function storageLine(entry: RequestLogEntry): FlatLine {
  const { time, method, path, status, duration } = entry;
  return {
    ...base('storage_logs', time, messageOf(entry), severityOf(status), duration),
    'req.method': method,
    'req.url': path,
    'res.statusCode': status,
    responseTime: duration,
  };
}

function functionCallLine(entry: RequestLogEntry): FlatLine {
  const { time, method, path, status, duration } = entry;
  return {
    ...base('function_edge_logs', time, messageOf(entry), severityOf(status), duration),
    'request.method': method,
    'request.pathname': path,
    'response.status_code': status,
    execution_time_ms: duration,
    function_slug: path.split('/', 4)[3] ?? null,
  };
}

function functionLine({ time, level, kind, message, slug, version, execution }: FunctionLogEntry): FlatLine {
  return {
    ...base('function_logs', time, message, level.toUpperCase(), [execution, kind]),
    event_type: kind === 'console' ? 'Log' : kind,
    level,
    execution_id: execution,
    function_slug: slug,
    version,
  };
}

function postgresLine({ time, severity, message, pid, code, user, database }: PostgresLogEntry): FlatLine {
  return {
    ...base('postgres_logs', time, message, severity, pid),
    'parsed.error_severity': severity,
    'parsed.sql_state_code': code,
    'parsed.user_name': user,
    'parsed.database_name': database,
    'parsed.process_id': pid,
  };
}

function poolerLine(entry: PoolerLogEntry): FlatLine {
  const { time, event, message, code, role, database, mode, address, milliseconds, received, sent } = entry;
  const level = event === 'refused' ? 'WARNING' : 'INFO';
  return {
    ...base('supavisor_logs', time, message, level, [event, role, address, received, sent]),
    level: level.toLowerCase(),
    event,
    user: role,
    db_name: database,
    mode,
    peer_ip: address,
    sql_state_code: code,
    duration_ms: milliseconds,
    client_bytes_received: received,
    client_bytes_sent: sent,
  };
}
