import type { PoolerLogEntry } from '@basalt/project';
import { countLevels, type LevelCounts } from '../log-files/count-levels.ts';
import { type LogPage, readLogPage } from '../log-files/read-lines.ts';

/** Conditions that an entry must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface PoolerLogFilter {
  from?: number;
  to?: number;
  events?: readonly PoolerLogEntry['event'][];
  /** Part of the message, the code, the role, the database or the address; any case. */
  search?: string;
}

/** One page of a project's log. `cursor` is the one of the page before. */
export function readPoolerLog(
  folder: string,
  filter: PoolerLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<LogPage<PoolerLogEntry>> {
  return readLogPage(folder, filter, reader(filter), limit, cursor);
}

/** How many entries there were in each of `buckets` equal parts of a span of time, oldest first. Refusals are warnings. */
export function countPoolerLog(
  folder: string,
  filter: PoolerLogFilter & { from: number; to: number },
  buckets: number,
): Promise<(LevelCounts & { time: number })[]> {
  const read = reader(filter);
  return countLevels(folder, filter, buckets, (line) => {
    const entry = read(line);
    return entry && { time: entry.time, level: entry.event === 'refused' ? 'warning' : 'info' };
  });
}

function reader({ from, to, events, search }: PoolerLogFilter) {
  const words = search?.toLowerCase();
  return (line: string): PoolerLogEntry | null => {
    const entry = parseEntry(line);
    if (entry === null) return null;
    const { time, event, message, code, role, database, address } = entry;
    const isWanted =
      (from === undefined || time >= from) &&
      (to === undefined || time <= to) &&
      (events === undefined || events.includes(event)) &&
      (words === undefined ||
        [message, code, role, database, address].some(
          (text) => text?.toLowerCase().includes(words) === true,
        ));
    return isWanted ? entry : null;
  };
}

/** Null for a line that is not whole: the process may have been killed while it wrote. */
function parseEntry(line: string): PoolerLogEntry | null {
  try {
    return JSON.parse(line) as PoolerLogEntry;
  } catch {
    return null;
  }
}
