import type { FunctionLogEntry, FunctionLogLevel } from '@basalt/project';
import { countLevels, type LevelCounts } from '../log-files/count-levels.ts';
import { type LogPage, readLogPage } from '../log-files/read-lines.ts';

/** Conditions that a line must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface FunctionLogFilter {
  slug?: string;
  from?: number;
  to?: number;
  /** Any of them. */
  levels?: readonly FunctionLogLevel[];
  /** Part of the message, any case; of lines of any function also part of its name. */
  search?: string;
}

/** One page of what functions wrote and what became of their processes. `cursor` is the one of the page before. */
export function readFunctionLog(
  folder: string,
  filter: FunctionLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<LogPage<FunctionLogEntry>> {
  return readLogPage(folder, filter, reader(filter), limit, cursor);
}

/** How many lines there were in each of `buckets` equal parts of a span of time, oldest first. */
export function countFunctionLog(
  folder: string,
  filter: FunctionLogFilter & { from: number; to: number },
  buckets: number,
): Promise<(LevelCounts & { time: number })[]> {
  const read = reader(filter);
  return countLevels(folder, filter, buckets, (line) => {
    const entry = read(line);
    if (entry === null) return null;
    const { time, level } = entry;
    return { time, level: level === 'error' || level === 'warning' ? level : 'info' };
  });
}

function reader({ slug, from, to, levels, search }: FunctionLogFilter) {
  const words = search?.toLowerCase();
  // Quotes inside of a message are escaped, so this is found in lines of this function only. Reading all others as JSON takes long.
  const mark = slug === undefined ? '' : `"slug":${JSON.stringify(slug)}`;
  return (line: string): FunctionLogEntry | null => {
    const entry = line.includes(mark) ? parseEntry(line) : null;
    if (entry === null) return null;
    const isWanted =
      (slug === undefined || entry.slug === slug) &&
      (from === undefined || entry.time >= from) &&
      (to === undefined || entry.time <= to) &&
      (levels === undefined || levels.includes(entry.level)) &&
      (words === undefined ||
        entry.message.toLowerCase().includes(words) ||
        (slug === undefined && entry.slug.includes(words)));
    return isWanted ? entry : null;
  };
}

/** Null for a line that is not whole: the process may have been killed while it wrote. */
function parseEntry(line: string): FunctionLogEntry | null {
  try {
    return JSON.parse(line) as FunctionLogEntry;
  } catch {
    return null;
  }
}
