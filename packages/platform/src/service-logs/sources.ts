import type { LogLevel, LogLine, LogSource } from '@basalt/contract';
import type {
  FunctionLogEntry,
  FunctionLogLevel,
  PoolerLogEntry,
  PostgresLogEntry,
  PostgresSeverity,
} from '@basalt/project';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { LevelCounts } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { countOperationLines, readOperationLines } from './operation-lines.ts';

/** What a log is asked for. Times are milliseconds since 1970. */
export interface LogQuestion {
  from?: number;
  to?: number;
  level?: LogLevel;
  search?: string;
}

type LogProject = Pick<ProjectRow, 'id' | 'ref'>;

/** A log of a project that is made of lines. */
interface Source {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    project: LogProject,
    question: LogQuestion,
    limit: number,
    cursor: string | null,
  ): Promise<{ lines: LogLine[]; cursor: string | null }>;
  /** Lines in each of `buckets` equal parts of a span of time, oldest first. */
  count(
    project: LogProject,
    question: LogQuestion & { from: number; to: number },
    buckets: number,
  ): Promise<LevelCounts[]>;
}

const SEVERITIES: Record<LogLevel, readonly PostgresSeverity[]> = {
  error: ['ERROR', 'FATAL', 'PANIC'],
  warning: ['WARNING'],
  info: ['DEBUG', 'LOG', 'INFO', 'NOTICE'],
};
const FUNCTION_LEVELS: Record<LogLevel, readonly FunctionLogLevel[]> = {
  error: ['error'],
  warning: ['warning'],
  info: ['debug', 'log', 'info'],
};
const VISITS: Record<PoolerLogEntry['event'], string> = {
  connected: 'connected',
  disconnected: 'left',
  refused: 'refused',
  left_out: 'not told',
};
const POOLER_EVENTS: Record<LogLevel, readonly PoolerLogEntry['event'][]> = {
  error: [],
  warning: ['refused'],
  info: ['connected', 'disconnected', 'left_out'],
};

/** The logs of lines, by their names. */
export function logSource(
  {
    db,
    functionLog,
    poolerLog,
    postgresLog,
  }: Pick<Dependencies, 'db' | 'functionLog' | 'poolerLog' | 'postgresLog'>,
  name: LogSource,
): Source {
  const sources: Record<LogSource, Source> = {
    postgres: {
      async read({ ref }, { level, ...rest }, limit, cursor) {
        const filter = { ...rest, ...(level && { severities: SEVERITIES[level] }) };
        const page = await postgresLog.read(ref, filter, limit, cursor);
        return { lines: page.entries.map(presentEntry), cursor: page.cursor };
      },
      count: ({ ref }, { level, ...rest }, buckets) =>
        postgresLog.count(ref, { ...rest, ...(level && { severities: SEVERITIES[level] }) }, buckets),
    },
    pooler: {
      async read({ ref }, { level, ...rest }, limit, cursor) {
        const filter = { ...rest, ...(level && { events: POOLER_EVENTS[level] }) };
        const page = await poolerLog.read(ref, filter, limit, cursor);
        return { lines: page.entries.map(presentVisit), cursor: page.cursor };
      },
      count: ({ ref }, { level, ...rest }, buckets) =>
        poolerLog.count(ref, { ...rest, ...(level && { events: POOLER_EVENTS[level] }) }, buckets),
    },
    functions: {
      async read({ ref }, { level, ...rest }, limit, cursor) {
        const filter = { ...rest, ...(level && { levels: FUNCTION_LEVELS[level] }) };
        const page = await functionLog.read(ref, filter, limit, cursor);
        return { lines: page.entries.map(presentFunctionLine), cursor: page.cursor };
      },
      count: ({ ref }, { level, ...rest }, buckets) =>
        functionLog.count(ref, { ...rest, ...(level && { levels: FUNCTION_LEVELS[level] }) }, buckets),
    },
    operations: {
      read: ({ id }, question, limit, cursor) => readOperationLines(db, id, question, limit, cursor),
      count: ({ id }, question, buckets) => countOperationLines(db, id, question, buckets),
    },
  };
  return sources[name];
}

function presentEntry({ time, severity, message, pid, code, user, database }: PostgresLogEntry): LogLine {
  const level = (['error', 'warning'] as const).find((each) => SEVERITIES[each].includes(severity)) ?? 'info';
  return {
    at: new Date(time).toISOString(),
    level,
    label: severity,
    message,
    fields: known({ code: code === '00000' ? null : code, user, database, process: pid?.toString() }),
  };
}

function presentVisit({ time, event, message, ...facts }: PoolerLogEntry): LogLine {
  const { code, role, database, mode, address, milliseconds, received, sent } = facts;
  return {
    at: new Date(time).toISOString(),
    level: event === 'refused' ? 'warning' : 'info',
    label: VISITS[event],
    message,
    fields: known({
      code,
      user: role,
      database,
      mode,
      address,
      seconds: milliseconds === null ? null : String(milliseconds / 1_000),
      bytes_received: received?.toString(),
      bytes_sent: sent?.toString(),
    }),
  };
}

function presentFunctionLine(entry: FunctionLogEntry): LogLine {
  const { time, level, kind, message, slug, version, execution } = entry;
  return {
    at: new Date(time).toISOString(),
    level: level === 'error' || level === 'warning' ? level : 'info',
    label: kind === 'console' ? level : kind,
    message,
    fields: known({ function: slug, version: String(version), process: execution }),
  };
}

function known(fields: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] != null),
  );
}
