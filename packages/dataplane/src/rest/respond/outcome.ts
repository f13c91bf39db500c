import type { PipelineResult } from '@basalt/postgres';
import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import { totalRows } from '../compile/answer/total-rows.ts';

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
  const [row] = rows;
  if (row === undefined) throw new TypeError('A compiled request must give exactly one row.');
  const [total, page, body, headers, status, inserted, location] = row;
  return {
    total: totalRows(compiled, results, readNumber(total)),
    page: readNumber(page) ?? 0,
    body: readBody(body, compiled.bodyEncoding),
    headers: readText(headers),
    status: readText(status),
    inserted: readNumber(inserted),
    location: readText(location),
  };
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
