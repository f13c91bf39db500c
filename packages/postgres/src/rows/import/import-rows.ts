import { quoteIdent } from '@basalt/sql';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { type CopyConnection, withCopyConnection } from '../../dump/connection/copy-connection.ts';
import { cancelledError } from '../../errors/query-error.ts';
import { qualifiedName, type ShapeColumn, type TableShape } from '../shape/table-shape.ts';
import { fieldText, jsonRecord, pickFields, splitFields } from './fields.ts';
import { loadBatch, POINT, type RefusedRow } from './load-batch.ts';
import { BatchBuilder } from './record-batches.ts';
import { RecordReader } from './record-reader.ts';

export type ImportFormat = 'csv' | 'tsv' | 'jsonl';

export interface ImportOptions {
  readonly format: ImportFormat;
  /** Whether the first record of a CSV or TSV names the columns. */
  readonly hasHeader: boolean;
  /**
   * The columns of the file, in its order; null for one that is left out. Without it a file with a header says it, and one without has all
   * columns of the table that can be written.
   */
  readonly columns: readonly (string | null)[] | null;
  /** Nothing is imported when a row is refused. */
  readonly allOrNothing: boolean;
  /** More refused rows end the import: then the file is not what it is taken for. Default 100,000. */
  readonly maxRefused?: number | undefined;
  /** As `enterCatalog` answers it. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** Told now and then; the import waits for it. */
  readonly onProgress: (progress: ImportProgress) => Promise<void>;
}

export interface ImportProgress {
  /** Of the file. */
  readonly bytes: number;
  readonly rows: number;
  readonly refused: number;
}

export interface ImportReport extends ImportProgress {
  /** False: nothing is in the table that was not there before. */
  readonly isImported: boolean;
  /** The first of them. */
  readonly refusedRows: readonly RefusedRow[];
}

/** A file that cannot be imported as it is. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

const BATCH_BYTES = 4 * 1024 * 1024;
/** How many refused rows are told one by one. */
const MAX_TOLD = 1_000;
const MAX_REFUSED = 100_000;
const LOCK_TIMEOUT_MS = 5_000;
const DELIMITERS = { csv: ',', tsv: '\t', jsonl: ',' } as const;

/**
 * Imports a file into a table in one transaction: every row that the table takes, or none. The file is read as it comes, and memory holds
 * one batch of it. Throws ImportError, QueryError, and what reading the file throws; then nothing was imported.
 */
export function importRows(
  target: ConnectionTarget,
  shape: TableShape,
  file: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportReport> {
  const settings = {
    search_path: options.searchPath,
    lock_timeout: LOCK_TIMEOUT_MS,
    row_security: 'on',
  };
  return withCopyConnection(target, options.signal, settings, (connection) =>
    new Import(connection, shape, options).run(file),
  );
}

class Import {
  readonly #connection: CopyConnection;
  readonly #shape: TableShape;
  readonly #options: ImportOptions;
  readonly #builder = new BatchBuilder(BATCH_BYTES + 64 * 1024);
  readonly #reader: RecordReader;
  readonly #delimiter: number;
  readonly #refusedRows: RefusedRow[] = [];
  #columns: ShapeColumn[] | null = null;
  /** Which fields of a record are imported; null: all. */
  #wanted: boolean[] | null = null;
  #awaitsHeader: boolean;
  #bytes = 0;
  #rows = 0;
  #refused = 0;

  constructor(connection: CopyConnection, shape: TableShape, options: ImportOptions) {
    this.#connection = connection;
    this.#shape = shape;
    this.#options = options;
    this.#delimiter = DELIMITERS[options.format].charCodeAt(0);
    this.#awaitsHeader = options.hasHeader && options.format !== 'jsonl';
    this.#reader = new RecordReader(
      (record, line, feeds) => this.#take(record, line, feeds),
      (line) => this.#refuse({ line, column: null, reason: 'A quote in this line is never closed.' }),
      { quotes: options.format !== 'jsonl' },
    );
    if (options.columns !== null) this.#setColumns(options.columns);
    else if (!this.#awaitsHeader) this.#setColumns(writableColumns(shape).map(({ name }) => name));
  }

  async run(file: AsyncIterable<Buffer>): Promise<ImportReport> {
    await this.#do(`begin isolation level read committed read write; savepoint ${POINT}`);
    for await (const chunk of file) {
      if (this.#options.signal.aborted) throw cancelledError();
      this.#bytes += chunk.length;
      this.#reader.push(chunk);
      if (this.#builder.length >= BATCH_BYTES) await this.#load();
    }
    this.#reader.end();
    await this.#load();
    if (this.#awaitsHeader) throw new ImportError('This file is empty. It must at least name its columns.');
    const isImported = this.#refused === 0 || !this.#options.allOrNothing;
    await this.#do(isImported ? 'commit' : 'rollback');
    const { rows } = this.#progress;
    const refusedRows = this.#refusedRows.sort((a, b) => a.line - b.line);
    return { ...this.#progress, rows: isImported ? rows : 0, isImported, refusedRows };
  }

  get #progress(): ImportProgress {
    return { bytes: this.#bytes, rows: this.#rows, refused: this.#refused };
  }

  #take(record: Buffer, line: number, feeds: number): void {
    if (this.#awaitsHeader) {
      this.#awaitsHeader = false;
      if (this.#columns === null) this.#setColumns(splitFields(record, this.#delimiter).map(fieldText));
      return;
    }
    const columns = this.#columns ?? [];
    // A line with nothing on it is a row only where a row is one value.
    if (
      record.length === 0 &&
      (columns.length !== 1 || this.#wanted !== null || this.#options.format === 'jsonl')
    )
      return;
    if (this.#options.format === 'jsonl') {
      const made = jsonRecord(record, columns);
      if (typeof made === 'string') this.#refuse({ line, column: null, reason: made });
      else this.#builder.add(made, line, countFeeds(made));
      return;
    }
    const kept = this.#pick(record, line);
    // PostgreSQL would take it for the end of the file.
    if (kept !== null)
      this.#builder.add(kept.equals(END_MARK) ? QUOTED_END_MARK : kept, line, feedsOf(kept, record, feeds));
  }

  #pick(record: Buffer, line: number): Buffer | null {
    if (this.#wanted === null) return record;
    const fields = splitFields(record, this.#delimiter);
    if (fields.length === this.#wanted.length) return pickFields(fields, this.#wanted, this.#delimiter);
    const reason = `This line has ${fields.length} values, not ${this.#wanted.length}.`;
    this.#refuse({ line, column: null, reason });
    return null;
  }

  #setColumns(names: readonly (string | null)[]): void {
    const wanted = names.filter((name) => name !== null);
    const twice = wanted.find((name, place) => wanted.indexOf(name) !== place);
    if (twice !== undefined) throw new ImportError(`The column “${twice}” is there twice.`);
    if (wanted.length === 0) throw new ImportError('None of the columns of this file is to be imported.');
    const writable = writableColumns(this.#shape);
    this.#columns = wanted.map((name) => {
      const column = writable.find((one) => one.name === name);
      if (column !== undefined) return column;
      throw new ImportError(`The table ${this.#shape.name} has no column “${name}” that a file can fill.`);
    });
    this.#wanted = wanted.length === names.length ? null : names.map((name) => name !== null);
  }

  #refuse(row: RefusedRow): void {
    this.#refused += 1;
    if (this.#refusedRows.length < MAX_TOLD) this.#refusedRows.push(row);
    const { maxRefused = MAX_REFUSED } = this.#options;
    if (this.#refused > maxRefused)
      throw new ImportError(
        `More than ${maxRefused} rows were refused, so nothing was imported. Check the columns and the format. The first reason: line ${this.#refusedRows[0]?.line}: ${this.#refusedRows[0]?.reason}`,
      );
  }

  async #load(): Promise<void> {
    const batch = this.#builder.take();
    if (batch.ends.length > 0) {
      const columns = (this.#columns ?? []).map(({ name }) => name);
      const list = columns.map(quoteIdent).join(', ');
      const copySql = `copy ${qualifiedName(this.#shape)} (${list}) from stdin (format csv, header true, delimiter ${this.#options.format === 'tsv' ? "e'\\t'" : "','"}, encoding 'utf8')`;
      const target = { connection: this.#connection, copySql, table: this.#shape.name, columns };
      this.#rows += await loadBatch(target, batch, (row) => this.#refuse(row));
    }
    await this.#options.onProgress(this.#progress);
  }

  async #do(sql: string): Promise<void> {
    await this.#connection.copyOut(sql, 'payload', async () => {});
  }
}

const END_MARK = Buffer.from('\\.');
const QUOTED_END_MARK = Buffer.from('"\\."');

/** What the database neither computes nor numbers itself. */
function writableColumns({ columns }: TableShape): ShapeColumn[] {
  return columns.filter(({ isGenerated }) => !isGenerated);
}

/** Line feeds inside of what is left of a record. */
function feedsOf(kept: Buffer, record: Buffer, feeds: number): number {
  return kept === record || feeds === 0 ? feeds : countFeeds(kept);
}

function countFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
