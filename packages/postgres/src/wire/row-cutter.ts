import type { Cell } from './cell.ts';

const MAX_ROW_BYTES = 16 * 1024 * 1024;

/**
 * Reads one DataRow that is too large to hold, piece by piece, and keeps only the beginning of each value.
 * PostgreSQL allows a gigabyte per row; this never holds more of it than it was told.
 */
export class RowCutter {
  readonly cells: (Cell | null)[] = [];
  readonly #maxValueBytes: number;
  #header = Buffer.alloc(4);
  #headerSize = 2;
  #headerFill = 0;
  #valueBytes = 0;
  #valueLeft = 0;
  #keepLeft = 0;
  #kept: Buffer[] = [];
  #room: number;

  /** @param maxRowBytes a row of many long values is kept to this size in all */
  constructor(maxValueBytes: number, maxRowBytes: number = MAX_ROW_BYTES) {
    this.#maxValueBytes = maxValueBytes;
    this.#room = maxRowBytes;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      at += this.#valueLeft > 0 ? this.#takeValue(bytes.subarray(at)) : this.#takeHeader(bytes.subarray(at));
    }
  }

  /** Collects the count of values (2 bytes, not needed) and then the length of each value (4 bytes). */
  #takeHeader(bytes: Buffer): number {
    const taken = bytes.copy(this.#header, this.#headerFill, 0, this.#headerSize - this.#headerFill);
    this.#headerFill += taken;
    if (this.#headerFill < this.#headerSize) return taken;
    this.#headerFill = 0;
    if (this.#headerSize === 2) this.#headerSize = 4;
    else this.#startValue(this.#header.readInt32BE(0));
    return taken;
  }

  #startValue(bytes: number): void {
    if (bytes < 0) {
      this.cells.push(null);
      return;
    }
    this.#valueBytes = bytes;
    this.#valueLeft = bytes;
    this.#keepLeft = Math.min(bytes, this.#maxValueBytes, this.#room);
    this.#room -= this.#keepLeft;
    if (bytes === 0) this.#endValue();
  }

  #takeValue(bytes: Buffer): number {
    const taken = Math.min(bytes.length, this.#valueLeft);
    const keep = Math.min(taken, this.#keepLeft);
    // A copy, because a slice would hold on to the whole network buffer.
    if (keep > 0) this.#kept.push(Buffer.from(bytes.subarray(0, keep)));
    this.#keepLeft -= keep;
    this.#valueLeft -= taken;
    if (this.#valueLeft === 0) this.#endValue();
    return taken;
  }

  #endValue(): void {
    this.cells.push({ kept: Buffer.concat(this.#kept), bytes: this.#valueBytes });
    this.#kept = [];
  }
}
