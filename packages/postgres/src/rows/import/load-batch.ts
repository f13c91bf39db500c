import type { CopyConnection } from '../../dump/connection/copy-connection.ts';
import { QueryError } from '../../errors/query-error.ts';
import type { RecordBatch } from './record-batches.ts';

/** A record that was not imported. */
export interface RefusedRow {
  /** Of the file, from 1: on which it begins. */
  readonly line: number;
  readonly column: string | null;
  readonly reason: string;
}

export interface LoadTarget {
  readonly connection: CopyConnection;
  /** COPY … FROM STDIN, which leaves out the first line. */
  readonly copySql: string;
  /** Of the table, as PostgreSQL calls it when it says where something is wrong. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** Names the point to which the transaction goes back when a part of a batch is refused. */
export const POINT = 'basalt_import';

/** Failures that have nothing to do with a row: of the connection, the machine, locks, rights and whoever ends the statement. */
const NOT_ABOUT_ROWS = /^(08|25|28|3B|40|42501|53|54|55|57|58|F0|XX)/;
const FRAME_BYTES = 1024 * 1024;

/**
 * Loads a batch in the open transaction. What the database refuses is told, and everything else loaded: the part before a row that is
 * refused by itself, then the part behind it. Parts get smaller while rows are refused and larger again while none is.
 * @returns how many rows were loaded
 * @throws QueryError when the failure is not about a row
 */
export async function loadBatch(
  target: LoadTarget,
  batch: RecordBatch,
  refuse: (row: RefusedRow) => void,
): Promise<number> {
  const count = batch.ends.length;
  let loaded = 0;
  let from = 0;
  let step = count;
  let known: { at: number; row: RefusedRow } | null = null;
  while (from < count) {
    if (known !== null && known.at === from) {
      refuse(known.row);
      known = null;
      from += 1;
      continue;
    }
    const to = Math.min(count, from + step, known?.at ?? count);
    const failure = await tryPart(target, batch, from, to);
    if (failure === null) {
      loaded += to - from;
      from = to;
      step = Math.min(count, step * 2);
      continue;
    }
    const at: number | null = recordOf(target, batch, failure, from, to) ?? (to - from === 1 ? from : null);
    if (at === null) step = Math.max(1, Math.floor((to - from) / 2));
    else {
      known = { at, row: describe(target, batch, failure, at) };
      step = Math.max(1, (at - from) * 2);
    }
  }
  return loaded;
}

/** Null when the part was loaded; otherwise the transaction is as it was before. */
async function tryPart(
  { connection, copySql }: LoadTarget,
  { bytes, ends }: RecordBatch,
  from: number,
  to: number,
): Promise<QueryError | null> {
  const start = ends[from - 1] ?? 0;
  const end = ends[to - 1] ?? start;
  try {
    await connection.copyIn(`release savepoint ${POINT}; savepoint ${POINT}; ${copySql}`, async (send) => {
      await send(HEADER);
      for (let at = start; at < end; at += FRAME_BYTES)
        await send(frame(bytes.subarray(at, Math.min(end, at + FRAME_BYTES))));
    });
    return null;
  } catch (error) {
    if (!(error instanceof QueryError) || NOT_ABOUT_ROWS.test(error.code)) throw error;
    await connection.copyOut(`rollback to savepoint ${POINT}`, 'payload', async () => {});
    return error;
  }
}

/**
 * A first line that COPY leaves out. PostgreSQL learns from it how lines end: before, it would not count those inside of quotes.
 */
const HEADER = frame(Buffer.from('-\n'));

/** A CopyData message. */
function frame(data: Buffer): Buffer {
  const header = Buffer.allocUnsafe(5);
  header[0] = 0x64;
  header.writeInt32BE(data.length + 4, 1);
  return Buffer.concat([header, data]);
}

/** Where the database says that a failure is: a line of what was sent. */
function recordOf(
  { table }: LoadTarget,
  { feeds }: RecordBatch,
  { where }: QueryError,
  from: number,
  to: number,
): number | null {
  const line = Number(/^\d+/.exec(behind(where, `COPY ${table}, line `) ?? '')?.[0] ?? 'none');
  if (!Number.isInteger(line)) return null;
  const feed = (feeds[from - 1] ?? 0) + line - 1;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((feeds[middle] ?? 0) < feed) low = middle + 1;
    else high = middle;
  }
  return low < to ? low : null;
}

function describe(
  { table, columns }: LoadTarget,
  { lines }: RecordBatch,
  { message, detail, column, where }: QueryError,
  at: number,
): RefusedRow {
  const place = behind(where, `COPY ${table}, line `)?.replace(/^\d+/, '') ?? '';
  const named = columns.find((name) => place.startsWith(`, column ${name}:`)) ?? null;
  const reason = detail === null ? message : `${message}: ${detail}`;
  return { line: lines[at] ?? 0, column: column ?? named, reason: reason.slice(0, MAX_REASON) };
}

const MAX_REASON = 1_000;

/** The context begins with this line, or has it after those of triggers. */
function behind(where: string | null, text: string): string | null {
  if (where === null) return null;
  const at = where.startsWith(text) ? 0 : where.indexOf(`\n${text}`) + 1;
  return at === 0 && !where.startsWith(text) ? null : where.slice(at + text.length);
}
