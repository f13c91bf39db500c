/** Records of a file that are loaded together. Each ends with a line feed, whatever it ends with in the file. */
export interface RecordBatch {
  readonly bytes: Buffer;
  /** Where each record ends in `bytes`. */
  readonly ends: readonly number[];
  /** On which line of the file each begins, from 1. */
  readonly lines: readonly number[];
  /** Line feeds up to the end of each record. */
  readonly feeds: readonly number[];
}

/** Gathers records into batches. */
export class BatchBuilder {
  #bytes: Buffer;
  #length = 0;
  #ends: number[] = [];
  #lines: number[] = [];
  #feeds: number[] = [];

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.#length;
  }

  /**
   * @param line on which the record begins
   * @param feeds line feeds inside of it
   */
  add(record: Buffer, line: number, feeds: number): void {
    this.#reserve(record.length + 1);
    record.copy(this.#bytes, this.#length);
    this.#length += record.length + 1;
    this.#bytes[this.#length - 1] = LINE_FEED;
    this.#ends.push(this.#length);
    this.#lines.push(line);
    this.#feeds.push((this.#feeds.at(-1) ?? 0) + feeds + 1);
  }

  /** What was gathered. The builder begins anew, in the same memory: the batch is good until the next record is added. */
  take(): RecordBatch {
    const bytes = this.#bytes.subarray(0, this.#length);
    const batch = { bytes, ends: this.#ends, lines: this.#lines, feeds: this.#feeds };
    this.#length = 0;
    this.#ends = [];
    this.#lines = [];
    this.#feeds = [];
    return batch;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const LINE_FEED = 0x0a;
