import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlatformError } from '../../kernel/platform-error.ts';
import { LINE_SOURCES, lineReader, type QueriedLogs } from './flat-lines.ts';
import { type FlatLine, matchLine, valueIn } from './match-line.ts';
import { newestFirst } from './newest-first.ts';
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
  logs: QueriedLogs,
  ref: string,
  asked: Asked,
): Promise<Record<string, unknown>[]> {
  const span = spanOf(asked, Date.now());
  const query = parseLogQuery(asked.sql?.trim() ? asked.sql : USUAL);
  const sources = LINE_SOURCES.filter(query.asks);
  if (query.table !== null && sources.length === 0) throw noSource(query.table);
  const matches = matchLine(query.where);
  const isCount = query.columns === null;
  const readers = sources.map((source) => lineReader(logs, source));
  const { lines, count } = await collect(newestFirst(readers, ref, span), {
    matches,
    keep: isCount ? 0 : query.limit,
    // The oldest ones are known when all have been seen.
    toEnd: isCount || query.order === 'oldest',
  });
  if (query.columns === null) return [{ [query.countName]: count }];
  const { columns } = query;
  if (query.order === 'oldest') lines.reverse();
  const read = columns.map(readerOf);
  return lines.map((line) => Object.fromEntries(read.flatMap((valuesOf) => valuesOf(line))));
}

async function collect(
  pages: AsyncIterable<readonly FlatLine[]>,
  { matches, keep, toEnd }: { matches: (line: FlatLine) => boolean; keep: number; toEnd: boolean },
): Promise<{ lines: FlatLine[]; count: number }> {
  const deadline = performance.now() + WITHIN_MS;
  const lines: FlatLine[] = [];
  let [count, looked] = [0, 0];
  for await (const page of pages) {
    if (looked >= MOST_LINES || performance.now() > deadline)
      throw new PlatformError('bad_request', 'The query has to look at too many lines: ask for less time.');
    for (const line of page) {
      if (!matches(line)) continue;
      count += 1;
      lines.push(line);
      if (toEnd && lines.length > keep) lines.shift();
      else if (!toEnd && lines.length === keep) return { lines, count };
    }
    looked += page.length;
    await nextTurn();
  }
  return { lines, count };
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

/** How a column is read from a line: what it is called, and its value. */
function readerOf({ value, name }: LogColumn): (line: FlatLine) => [string, unknown][] {
  const path = value.kind === 'column' ? value.path : null;
  if (path === '*')
    return (line) => [...OWN.map((own): [string, unknown] => [own, line[own]]), ['metadata', nested(line)]];
  if (path === 'metadata') return (line) => [[name, [nested(line)]]];
  if (path === 'log_attributes') return (line) => [[name, attributesOf(line)]];
  const read = valueIn(value);
  return (line) => [[name, read(line)]];
}

/** As a map of texts, which clients of this form know: what is not known is not in it. */
function attributesOf(line: FlatLine): Record<string, string> {
  const known = Object.entries(flat(line)).filter(([, value]) => value != null);
  return Object.fromEntries(known.map(([path, value]) => [path, String(value)]));
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
