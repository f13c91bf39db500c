import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestLogEntry } from '@basalt/project';
import { listSegments, type Segment } from '../log-files/segments.ts';
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
}

export interface RequestLogPage {
  /** Newest first. */
  entries: RequestLogEntry[];
  /** Where to go on, null at the end. */
  cursor: string | null;
}

export interface RequestCounts {
  /** Start of the bucket, milliseconds since 1970. */
  time: number;
  ok: number;
  clientErrors: number;
  serverErrors: number;
}

/** A filter that matches little must not make one page read everything: it ends early, with a cursor to go on. */
const MAX_SEGMENTS_A_PAGE = 6;

/** One page of a project's log. `cursor` is the one of the page before. */
export async function readRequestLog(
  folder: string,
  filter: RequestLogFilter,
  limit: number,
  cursor: string | null = null,
): Promise<RequestLogPage> {
  const place = parseCursor(cursor);
  const matches = matcher(filter);
  const entries: RequestLogEntry[] = [];
  let opened = 0;
  for (const segment of await segmentsBetween(folder, filter)) {
    if (place !== null && segment.start > place.segment) continue;
    if (opened++ === MAX_SEGMENTS_A_PAGE) return { entries, cursor: `${segment.start}-` };
    const lines = await linesOf(segment);
    const last = place?.segment === segment.start && place.line !== null ? place.line : lines.length;
    for (let index = last - 1; index >= 0; index--) {
      const entry = parseEntry(lines[index] ?? '');
      if (entry === null || !matches(entry)) continue;
      if (entries.length === limit) return { entries, cursor: `${segment.start}-${index + 1}` };
      entries.push(entry);
    }
    await nextTurn();
  }
  return { entries, cursor: null };
}

/** How many requests there were in each of `buckets` equal parts of a span of time, oldest first. */
export async function countRequests(
  folder: string,
  filter: RequestLogFilter & { from: number; to: number },
  buckets: number,
): Promise<RequestCounts[]> {
  const width = (filter.to - filter.from) / buckets;
  const counts = Array.from({ length: buckets }, (_, index) => ({
    time: Math.round(filter.from + index * width),
    ok: 0,
    clientErrors: 0,
    serverErrors: 0,
  }));
  const matches = matcher(filter);
  for (const segment of await segmentsBetween(folder, filter)) {
    for (const line of await linesOf(segment)) {
      const entry = parseEntry(line);
      if (entry === null || !matches(entry)) continue;
      const bucket = counts[Math.min(buckets - 1, Math.floor((entry.time - filter.from) / width))];
      if (bucket === undefined) continue;
      if (entry.status >= 500) bucket.serverErrors += 1;
      else if (entry.status >= 400) bucket.clientErrors += 1;
      else bucket.ok += 1;
    }
    await nextTurn();
  }
  return counts;
}

/** Newest first. A segment ends where the next one starts. */
async function segmentsBetween(folder: string, { from, to }: RequestLogFilter): Promise<Segment[]> {
  const segments = await listSegments(folder);
  return segments.filter(({ start }, index) => {
    const end = segments[index - 1]?.start ?? Number.POSITIVE_INFINITY;
    return (to === undefined || start <= to) && (from === undefined || end >= from);
  });
}

async function linesOf(segment: Segment): Promise<string[]> {
  // It may have been discarded since it was listed.
  const text = await readFile(segment.path, 'utf8').catch(() => '');
  return text.split('\n');
}

function matcher(filter: RequestLogFilter): (entry: RequestLogEntry) => boolean {
  const { from, to, methods, statuses, services, roles } = filter;
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
    (search === undefined || entry.path.toLowerCase().includes(search));
}

function parseCursor(cursor: string | null): { segment: number; line: number | null } | null {
  const match = cursor === null ? null : /^(\d{1,15})-(\d*)$/.exec(cursor);
  if (match === null) return null;
  return { segment: Number(match[1]), line: match[2] ? Number(match[2]) : null };
}
