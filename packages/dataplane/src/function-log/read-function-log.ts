import type { FunctionLogEntry, FunctionLogLevel } from '@basalt/project';
import { type LogPage, readLogPage } from '../log-files/read-lines.ts';

/** Conditions that a line must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface FunctionLogFilter {
  slug: string;
  from?: number;
  to?: number;
  level?: FunctionLogLevel;
  /** Part of the message, any case. */
  search?: string;
}

/** One page of what a function wrote and what became of its processes. `cursor` is the one of the page before. */
export function readFunctionLog(
  folder: string,
  filter: FunctionLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<LogPage<FunctionLogEntry>> {
  const { slug, from, to, level } = filter;
  const search = filter.search?.toLowerCase();
  // Quotes inside of a message are escaped, so this is found in lines of this function only. Reading all others as JSON takes long.
  const mark = `"slug":${JSON.stringify(slug)}`;
  const read = (line: string) => {
    const entry = line.includes(mark) ? parseEntry(line) : null;
    if (entry === null) return null;
    const isWanted =
      entry.slug === slug &&
      (from === undefined || entry.time >= from) &&
      (to === undefined || entry.time <= to) &&
      (level === undefined || entry.level === level) &&
      (search === undefined || entry.message.toLowerCase().includes(search));
    return isWanted ? entry : null;
  };
  return readLogPage(folder, filter, read, limit, cursor);
}

/** Null for a line that is not whole: the process may have been killed while it wrote. */
function parseEntry(line: string): FunctionLogEntry | null {
  try {
    return JSON.parse(line) as FunctionLogEntry;
  } catch {
    return null;
  }
}
