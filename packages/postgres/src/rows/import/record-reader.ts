const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A record of the file: its bytes without the end of line, the line on which it begins, and the line feeds inside of it. */
export type TakeRecord = (record: Buffer, line: number, feeds: number) => void;

/** A quote that nobody closes would make the rest of the file one value: after so many bytes the line with the quote is refused. */
const LONGEST_RECORD = 32 * 1024 * 1024;

/**
 * Cuts a file into records, chunk by chunk. Between quotes a line goes on; a quote that stays open spoils its own line only.
 */
export class RecordReader {
  readonly #take: TakeRecord;
  readonly #refuseOpen: (line: number) => void;
  readonly #quotes: boolean;
  readonly #longest: number;
  #rest: Buffer = Buffer.alloc(0);
  #line = 1;
  #isFirst = true;

  /**
   * @param refuseOpen told of a line with a quote that is never closed
   * @param options `quotes`: whether there are any, default true
   */
  constructor(
    take: TakeRecord,
    refuseOpen: (line: number) => void,
    options: { quotes?: boolean; longest?: number } = {},
  ) {
    this.#take = take;
    this.#refuseOpen = refuseOpen;
    this.#quotes = options.quotes ?? true;
    this.#longest = options.longest ?? LONGEST_RECORD;
  }

  push(chunk: Buffer): void {
    this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), false);
  }

  end(): void {
    this.#read(this.#rest, true);
  }

  #read(given: Buffer, isLast: boolean): void {
    let data = given;
    if (this.#isFirst) {
      if (data.length < BYTE_ORDER_MARK.length && !isLast) {
        this.#rest = data;
        return;
      }
      this.#isFirst = false;
      if (data.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        data = data.subarray(BYTE_ORDER_MARK.length);
    }
    let start = 0;
    for (;;) {
      const found = this.#endOfRecord(data, start, isLast);
      if (found === null) {
        if (!this.#isOpenTooLong(data, start, isLast)) break;
        // Begin again behind the line with the quote.
        const end = data.indexOf(LINE_FEED, start);
        this.#refuseOpen(this.#line);
        this.#line += 1;
        start = end === -1 ? data.length : end + 1;
        continue;
      }
      const { end, feeds } = found;
      const stop = end > start && data[end - 1] === RETURN ? end - 1 : end;
      this.#take(data.subarray(start, stop), this.#line, feeds);
      this.#line += feeds + 1;
      start = end + 1;
    }
    // A copy, because a slice would hold on to the whole chunk.
    this.#rest = start >= data.length ? Buffer.alloc(0) : Buffer.from(data.subarray(start));
  }

  /** Where the record that begins at `start` ends; null when it does not end in `data`. */
  #endOfRecord(data: Buffer, start: number, isLast: boolean): { end: number; feeds: number } | null {
    if (start >= data.length) return null;
    let feeds = 0;
    let from = start;
    let isOpen = false;
    for (;;) {
      const feed = data.indexOf(LINE_FEED, from);
      const end = feed === -1 ? data.length : feed;
      if (this.#quotes && hasOddQuotes(data, from, end)) isOpen = !isOpen;
      if (feed === -1) return isLast && !isOpen ? { end, feeds } : null;
      if (!isOpen) return { end, feeds };
      feeds += 1;
      from = feed + 1;
    }
  }

  #isOpenTooLong(data: Buffer, start: number, isLast: boolean): boolean {
    return start < data.length && (isLast || data.length - start > this.#longest);
  }
}

function hasOddQuotes(data: Buffer, from: number, to: number): boolean {
  let isOdd = false;
  for (let place = from; place < to; place++) if (data[place] === QUOTE) isOdd = !isOdd;
  return isOdd;
}
