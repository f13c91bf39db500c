import type { RequestLogEntry } from '@basalt/project';
import { type LogPage, readLines, readLogPage } from '../log-files/read-lines.ts';
import { parseEntry } from './log-line.ts';

/** Conditions that an entry must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface RequestLogFilter {
  from?: number;
  to?: number;
  methods?: readonly string[];
  /** Exact statuses (404) and classes (4 for 400 to 499), any of them. */
  statuses?: readonly number[];
  /** `rest`, `auth` … */
  services?: readonly string[];
  roles?: readonly string[];
  /** Part of the path, any case. */
  search?: string;
  /** This path, and all below it. */
  below?: string;
}

export interface RequestCounts {
  ok: number;
  clientErrors: number;
  serverErrors: number;
  /** What half of the requests took at most, and 95 of 100, in milliseconds; null when there were none. */
  p50: number | null;
  p95: number | null;
}

/** One page of a project's log. `cursor` is the one of the page before. */
export function readRequestLog(
  folder: string,
  filter: RequestLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<LogPage<RequestLogEntry>> {
  const matches = matcher(filter);
  const read = (line: string) => {
    const entry = parseEntry(line);
    return entry !== null && matches(entry) ? entry : null;
  };
  return readLogPage(folder, filter, read, limit, cursor);
}

/** How many requests there were in a span of time and how long they took: in all of it, and in each of `buckets` equal parts, oldest first. */
export async function countRequests(
  folder: string,
  filter: RequestLogFilter & { from: number; to: number },
  buckets: number,
): Promise<{ total: RequestCounts; buckets: (RequestCounts & { time: number })[] }> {
  const width = (filter.to - filter.from) / buckets;
  const parts = Array.from({ length: buckets }, () => new Count());
  const matches = matcher(filter);
  for await (const lines of readLines(folder, filter))
    for (const line of lines) {
      const entry = parseEntry(line);
      if (entry === null || !matches(entry)) continue;
      parts[Math.min(buckets - 1, Math.floor((entry.time - filter.from) / width))]?.add(entry);
    }
  return {
    total: Count.sum(parts).result(),
    buckets: parts.map((part, index) => ({
      time: Math.round(filter.from + index * width),
      ...part.result(),
    })),
  };
}

class Count {
  #ok = 0;
  #clientErrors = 0;
  #serverErrors = 0;
  #durations: number[] = [];

  static sum(counts: readonly Count[]): Count {
    const sum = new Count();
    for (const count of counts) {
      sum.#ok += count.#ok;
      sum.#clientErrors += count.#clientErrors;
      sum.#serverErrors += count.#serverErrors;
    }
    sum.#durations = counts.flatMap((count) => count.#durations);
    return sum;
  }

  add({ status, duration }: RequestLogEntry): void {
    this.#durations.push(duration);
    if (status >= 500) this.#serverErrors += 1;
    else if (status >= 400) this.#clientErrors += 1;
    else this.#ok += 1;
  }

  result(): RequestCounts {
    const sorted = Float64Array.from(this.#durations).sort();
    return {
      ok: this.#ok,
      clientErrors: this.#clientErrors,
      serverErrors: this.#serverErrors,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    };
  }
}

/** By nearest rank. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

function matcher(filter: RequestLogFilter): (entry: RequestLogEntry) => boolean {
  const { from, to, methods, statuses, services, roles, below } = filter;
  const search = filter.search?.toLowerCase();
  return (entry) =>
    (from === undefined || entry.time >= from) &&
    (to === undefined || entry.time <= to) &&
    (methods === undefined || methods.includes(entry.method)) &&
    (statuses === undefined ||
      statuses.includes(entry.status) ||
      statuses.includes(Math.floor(entry.status / 100))) &&
    (services === undefined || services.includes(entry.path.split('/', 2)[1] ?? '')) &&
    (roles === undefined || roles.includes(entry.role)) &&
    (search === undefined || entry.path.toLowerCase().includes(search)) &&
    (below === undefined || entry.path === below || entry.path.startsWith(`${below}/`));
}
