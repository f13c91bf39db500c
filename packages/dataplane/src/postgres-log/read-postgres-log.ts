import type { PostgresLogEntry, PostgresSeverity } from '@basalt/project';
import { countLevels, type LevelCounts } from '../log-files/count-levels.ts';
import { type LogPage, readLogPage } from '../log-files/read-lines.ts';
import { parseLine } from './log-line.ts';

/** Conditions that an entry must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface PostgresLogFilter {
  from?: number;
  to?: number;
  severities?: readonly PostgresSeverity[];
  /** Part of the message, the code, the user or the database; any case. */
  search?: string;
}

/** One page of a project's log. `cursor` is the one of the page before. */
export function readPostgresLog(
  folder: string,
  filter: PostgresLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<LogPage<PostgresLogEntry>> {
  return readLogPage(folder, filter, reader(filter), limit, cursor);
}

/** How many entries there were in each of `buckets` equal parts of a span of time, oldest first. */
export function countPostgresLog(
  folder: string,
  filter: PostgresLogFilter & { from: number; to: number },
  buckets: number,
): Promise<(LevelCounts & { time: number })[]> {
  const read = reader(filter);
  return countLevels(folder, filter, buckets, (line) => {
    const entry = read(line);
    return entry && { time: entry.time, level: levelOf(entry.severity) };
  });
}

function levelOf(severity: PostgresSeverity): 'info' | 'warning' | 'error' {
  if (severity === 'WARNING') return 'warning';
  return ['ERROR', 'FATAL', 'PANIC'].includes(severity) ? 'error' : 'info';
}

function reader({ from, to, severities, search }: PostgresLogFilter) {
  const words = search?.toLowerCase();
  return (line: string): PostgresLogEntry | null => {
    const entry = parseLine(line);
    if (entry === null) return null;
    const { time, severity, message, code, user, database } = entry;
    const isWanted =
      (from === undefined || time >= from) &&
      (to === undefined || time <= to) &&
      (severities === undefined || severities.includes(severity)) &&
      (words === undefined ||
        [message, code, user, database].some((text) => text?.toLowerCase().includes(words) === true));
    return isWanted ? entry : null;
  };
}
