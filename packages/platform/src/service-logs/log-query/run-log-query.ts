import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import { LINE_SOURCES, lineReader } from './flat-lines.ts';
import { type FlatLine, matchLine } from './match-line.ts';
import { type LogColumn, parseLogQuery } from './parse-log-query.ts';

/** Without a query. */
const USUAL = 'select id, timestamp, event_message, metadata from edge_logs';
const MINUTE_MS = 60_000;
const LONGEST_MS = 24 * 60 * MINUTE_MS;
/** What one query looks at. */
const MOST_LINES = 50_000;
const WITHIN_MS = 5_000;
/** Columns of every line; all others are its metadata. */
const OWN = ['id', 'timestamp', 'event_message', 'severity_text', 'source'];

interface Asked {
  sql?: string | undefined;
  iso_timestamp_start?: string | undefined;
  iso_timestamp_end?: string | undefined;
}

/**
 * Rows of a query over logs. Without a time it is the last minute, never more than a day.
 * @throws PlatformError `bad_request` where the query is not understood, names no log, or has to look at too much
 */
export async function runLogQuery(
  logs: Pick<Dependencies, 'requestLog' | 'functionLog' | 'postgresLog'>,
  ref: string,
  asked: Asked,
): Promise<Record<string, unknown>[]> {
  const span = spanOf(asked, Date.now());
  const query = parseLogQuery(asked.sql?.trim() ? asked.sql : USUAL);
  const source = LINE_SOURCES.find((each) => each === query.source);
  if (source === undefined) throw noSource(query.source);
  const matches = matchLine(query.where);
  const isCount = query.columns === null;
  const { lines, count } = await collect(lineReader(logs, source), ref, span, {
    matches,
    keep: isCount ? 0 : query.limit,
    // The oldest ones are known when all have been seen.
    toEnd: isCount || query.order === 'oldest',
  });
  if (query.columns === null) return [{ [query.countName]: count }];
  const { columns } = query;
  if (query.order === 'oldest') lines.reverse();
  return lines.map((line) => Object.fromEntries(columns.flatMap((column) => valuesOf(line, column))));
}

async function collect(
  read: ReturnType<typeof lineReader>,
  ref: string,
  span: { from: number; to: number },
  { matches, keep, toEnd }: { matches: (line: FlatLine) => boolean; keep: number; toEnd: boolean },
): Promise<{ lines: FlatLine[]; count: number }> {
  const deadline = performance.now() + WITHIN_MS;
  const lines: FlatLine[] = [];
  let [count, looked] = [0, 0];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(ref, span, cursor);
    for (const line of page.lines) {
      if (!matches(line)) continue;
      count += 1;
      lines.push(line);
      if (toEnd && lines.length > keep) lines.shift();
      else if (!toEnd && lines.length === keep) return { lines, count };
    }
    looked += page.lines.length;
    cursor = page.cursor;
    if (cursor === null) return { lines, count };
    if (looked >= MOST_LINES || performance.now() > deadline)
      throw new PlatformError('bad_request', 'The query has to look at too many lines: ask for less time.');
    await nextTurn();
  }
}

/** @throws PlatformError `bad_request` */
function spanOf({ iso_timestamp_start: start, iso_timestamp_end: end }: Asked, now: number) {
  const to = end === undefined ? now : Date.parse(end);
  const from = start === undefined ? to - MINUTE_MS : Date.parse(start);
  if (from >= to)
    throw new PlatformError('bad_request', 'iso_timestamp_start: must be earlier than iso_timestamp_end.');
  if (to - from > LONGEST_MS + MINUTE_MS)
    throw new PlatformError('bad_request', 'iso_timestamp_end: must be within 24 hours of the start.');
  return { from, to };
}

function noSource(name: string): PlatformError {
  return new PlatformError(
    'bad_request',
    `sql: there is no log ${name.slice(0, 60)}. There are ${LINE_SOURCES.join(', ')}.`,
  );
}

function valuesOf(line: FlatLine, { path, name }: LogColumn): [string, unknown][] {
  if (path === '*')
    return [...OWN.map((own): [string, unknown] => [own, line[own]]), ['metadata', nested(line)]];
  if (path === 'metadata' || path === 'log_attributes')
    return [[name, path === 'metadata' ? [nested(line)] : flat(line)]];
  return [[name, Object.hasOwn(line, path) ? (line[path] ?? null) : null]];
}

function flat(line: FlatLine): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).filter(([name]) => !OWN.includes(name)));
}

/** `{ 'request.path': … }` → `{ request: [{ path: … }] }`: what is below something is a list of one, as clients know it. */
function nested(line: FlatLine): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat(line))) {
    const [head = '', below] = path.split('.', 2);
    if (below === undefined) found[head] = value;
    else {
      const [inner] = (found[head] ?? [{}]) as [Record<string, unknown>];
      found[head] = [{ ...inner, [below]: value }];
    }
  }
  return found;
}
