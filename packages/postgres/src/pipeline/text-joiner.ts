/** How the rows of a statement, of one column each, become one text as they arrive: no object per row, and no list of them. */
export interface Joining {
  open: string;
  separator: string;
  close: string;
  /** More is an error. */
  maxBytes: number;
}

/** Most texts are short. */
const FIRST_PIECE_BYTES = 16 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Collects pieces of bytes into one buffer. They are copied out of the chunks in which they came, which can go at once. */
export class TextJoiner {
  readonly #joining: Joining;
  readonly #separator: Buffer;
  readonly #claim: (bytes: number) => boolean;
  readonly #full: Buffer[] = [];
  #piece: Buffer = Buffer.alloc(0);
  #at = 0;
  #isFirst = true;
  #bytes = 0;

  /** @param claim is asked before memory is taken; false when there is none */
  constructor(joining: Joining, claim: (bytes: number) => boolean) {
    this.#joining = joining;
    this.#separator = Buffer.from(joining.separator);
    this.#claim = claim;
    this.write(Buffer.from(joining.open));
  }

  /** Adds `data` from `start` to before `end`. False when that is too much, or there is no memory for it. */
  add(data: Buffer, start: number, end: number): boolean {
    return this.begin(end - start) && this.write(data, start, end);
  }

  /** Begins a part of so many bytes, which `write` then takes. False when that is too much, or there is no memory for it. */
  begin(bytes: number): boolean {
    const wanted = bytes + (this.#isFirst ? 0 : this.#separator.length);
    if (this.#bytes + wanted > this.#joining.maxBytes) return false;
    if (!this.#isFirst && !this.write(this.#separator)) return false;
    this.#isFirst = false;
    return true;
  }

  /** All of it. Nothing can be added afterwards. */
  finish(): Buffer {
    this.write(Buffer.from(this.#joining.close));
    return Buffer.concat([...this.#full, this.#piece.subarray(0, this.#at)]);
  }

  /** Adds the next bytes of a part that has begun. False when there is no memory for them. */
  write(data: Buffer, start = 0, end = data.length): boolean {
    let from = start;
    while (from < end) {
      if (this.#at === this.#piece.length && !this.#grow()) return false;
      const taken = Math.min(end - from, this.#piece.length - this.#at);
      data.copy(this.#piece, this.#at, from, from + taken);
      this.#at += taken;
      from += taken;
    }
    this.#bytes += end - start;
    return true;
  }

  #grow(): boolean {
    const size = this.#at === 0 ? FIRST_PIECE_BYTES : PIECE_BYTES;
    if (!this.#claim(size)) return false;
    if (this.#at > 0) this.#full.push(this.#piece);
    this.#piece = Buffer.allocUnsafeSlow(size);
    this.#at = 0;
    return true;
  }
}
