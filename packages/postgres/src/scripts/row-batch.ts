import { type Cell, cellText, isCut } from '../wire/cell.ts';
import type { CutValue } from './script-events.ts';

/** How much of a script's results is sent. */
export interface RowCaps {
  /** Rows sent per statement. */
  readonly maxRowsPerResult: number;
  /** Bytes of values sent in the whole script. */
  readonly maxBytes: number;
}

const BATCH_ROWS = 500;
const BATCH_BYTES = 64 * 1024;

export interface Batch {
  readonly rows: (string | null)[][];
  readonly cut: CutValue[];
}

/** Collects rows into batches and says when a cap is reached. From then on rows of that result are only counted. */
export class RowBatch {
  readonly #caps: RowCaps;
  #rows: (string | null)[][] = [];
  #cut: CutValue[] = [];
  #batchBytes = 0;
  #sentBytes = 0;
  #sentRows = 0;
  #truncated = false;

  constructor(caps: RowCaps) {
    this.#caps = caps;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_ROWS || this.#batchBytes >= BATCH_BYTES;
  }

  startResult(): void {
    this.#sentRows = 0;
    this.#truncated = false;
  }

  /** Takes a row, or drops it when a cap is reached. `read` is called only for rows that are kept. */
  add(read: () => (Cell | null)[]): void {
    this.#truncated ||= this.#sentRows >= this.#caps.maxRowsPerResult;
    if (this.#truncated) return;
    const cells = read();
    const bytes = cells.reduce((sum, cell) => sum + (cell?.kept.length ?? 0), 0);
    this.#truncated = this.#sentBytes + bytes > this.#caps.maxBytes;
    if (this.#truncated) return;
    const row = this.#rows.length;
    for (const [column, cell] of cells.entries()) {
      if (cell !== null && isCut(cell)) this.#cut.push({ row, column, bytes: cell.bytes });
    }
    this.#rows.push(cells.map((cell) => (cell === null ? null : cellText(cell))));
    this.#sentRows += 1;
    this.#sentBytes += bytes;
    this.#batchBytes += bytes;
  }

  /** The rows since the last call, or null when there are none. */
  take(): Batch | null {
    if (this.#rows.length === 0) return null;
    const batch = { rows: this.#rows, cut: this.#cut };
    this.#rows = [];
    this.#cut = [];
    this.#batchBytes = 0;
    return batch;
  }
}
