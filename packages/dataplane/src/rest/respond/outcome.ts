import type { PipelineResult } from '@basalt/postgres';
import { totalRows } from '../compile/answer/answer-row.ts';
import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import { isFramingHeader, isHeader } from '../errors/header-rules.ts';
import { putKeyMismatch } from '../errors/request-errors.ts';
import type { RestError } from '../errors/rest-error.ts';
import {
  badResponseHeaders,
  badResponseStatus,
  maxAffectedExceeded,
  notSingular,
} from '../errors/result-errors.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { Answer } from './answer.ts';

/** The one row that a compiled request gives, read. Numbers are rows. */
export interface Outcome {
  /** Null: not counted. */
  total: number | null;
  /** On this page, or affected. */
  page: number;
  body: Buffer | null;
  /** What a function set in `response.headers` and `response.status`. */
  headers: string | null;
  status: string | null;
  /** New ones among the rows of an upsert. */
  inserted: number | null;
  /** Primary key of an inserted row, as JSON. */
  location: string | null;
}

const NOTHING: Outcome = {
  total: null,
  page: 0,
  body: null,
  headers: null,
  status: null,
  inserted: null,
  location: null,
};

/** What the statements of a compiled request gave. */
export function readOutcome(compiled: CompiledQuery, results: readonly PipelineResult[]): Outcome {
  const rows = results.at(-1)?.rows ?? [];
  if (compiled.isPlan) return { ...NOTHING, body: readLines(rows) };
  const long = compiled.long === null ? null : readLong(results);
  const [row] = rows;
  if (row === undefined) throw new TypeError('A compiled request must give exactly one row.');
  const [total, page, body, headers, status, inserted, location] = row;
  return {
    total: compiled.long?.counted ? (long?.page ?? 0) : totalRows(compiled, results, readNumber(total)),
    page: long?.page ?? readNumber(page) ?? 0,
    body: long?.body ?? readBody(body, compiled.bodyEncoding),
    headers: readText(headers),
    status: readText(status),
    inserted: readNumber(inserted),
    location: readText(location),
  };
}

/** The joined rows of the last but one statement, and how many they are: its command tag says so. */
function readLong(results: readonly PipelineResult[]): { page: number; body: Buffer | null } {
  const joined = results.at(-2);
  return { page: Number(joined?.command.split(' ')[1] ?? 0), body: joined?.rows[0]?.[0] ?? null };
}

function readLines(rows: readonly (Buffer | null)[][]): Buffer {
  return Buffer.from(rows.map(([line]) => line?.toString('utf8') ?? '').join('\n'));
}

function readBody(cell: Buffer | null | undefined, encoding: CompiledQuery['bodyEncoding']): Buffer | null {
  if (!cell) return null;
  return encoding === 'text' ? cell : Buffer.from(cell.toString('latin1'), 'hex');
}

function readNumber(cell: Buffer | null | undefined): number | null {
  return cell ? Number(cell.toString('latin1')) : null;
}

// Settings that nobody made in this transaction read as an empty text.
function readText(cell: Buffer | null | undefined): string | null {
  return cell && cell.length > 0 ? cell.toString('utf8') : null;
}

/** The error of an answer with a number of rows that the request does not allow, null when all is well. */
export function checkRows(
  expected: CompiledQuery['expectRows'],
  rows: number,
  method: RestRequest['method'],
): RestError | null {
  if (expected === null) return null;
  if (expected.kind === 'at-most') return rows > expected.rows ? maxAffectedExceeded(rows) : null;
  if (rows === 1) return null;
  return method === 'PUT' ? putKeyMismatch() : notSingular(rows);
}

/**
 * Puts what SQL set in `response.headers` and `response.status` over an answer. A header given several times is sent
 * several times.
 * @throws {RestError} PGRST111, PGRST112
 */
export function overrideAnswer(
  answer: Answer,
  { headers, status }: Pick<Outcome, 'headers' | 'status'>,
): Answer {
  if (headers === null && status === null) return answer;
  const code = status === null ? answer.status : readStatus(status);
  const bodiless = code === 204 || code === 304;
  const own = headers === null ? {} : readHeaders(headers);
  const overridden = {
    status: code,
    headers: { ...answer.headers, ...own },
    body: bodiless ? null : answer.body,
  };
  if (bodiless) delete overridden.headers['content-type'];
  return overridden;
}

function readStatus(text: string): number {
  const status = /^[0-9]{3}$/.test(text) ? Number(text) : 0;
  if (status < 200 || status > 599) throw badResponseStatus();
  return status;
}

function readHeaders(text: string): Answer['headers'] {
  const headers = new Map<string, string[]>();
  for (const entry of parseList(text)) {
    const [name, value] = readEntry(entry);
    if (isFramingHeader(name)) continue;
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries([...headers].map(([name, values]) => [name, oneOrMany(values)]));
}

function oneOrMany(values: string[]): string | string[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Told below like any other shape.
  }
  throw badResponseHeaders();
}

function readEntry(entry: unknown): [string, string] {
  const members = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
  const [name, value] = members[0] ?? ['', null];
  if (members.length !== 1 || Array.isArray(entry) || !isHeader(name, value)) throw badResponseHeaders();
  return [name.toLowerCase(), value];
}
