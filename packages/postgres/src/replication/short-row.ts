/** Values that are kept of a row that is too long to gather, in bytes: keys are shorter, as an index has no room for more. */
const LONGEST_VALUE = 4 * 1024;
const TEXT = 0x74;
const NOT_SENT = Buffer.from('u');
const ROW_KINDS = new Set(['I', 'U', 'D']);

/** What is wanted next of the message: bytes to keep, or to pass over. */
type Step = { take: number } | { skip: number };

/**
 * Reads a message of `pgoutput` that tells of a row and arrives in pieces, and makes the same message of it without the long values:
 * they stand there as if they had not been sent.
 */
export class ShortRow {
  readonly #kept: Buffer[] = [];
  readonly #steps: Generator<Step, void, Buffer>;
  #step: Step | null;
  #gathered: Buffer[] = [];
  #left = 0;

  /** @param header bytes that stand before the message and are kept as they are */
  constructor(header: number) {
    this.#steps = shorten(header, this.#kept);
    this.#step = null;
    this.#next(null);
  }

  add(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && this.#step !== null) {
      const used = Math.min(this.#left, piece.length - at);
      // A copy: what is kept is little, and the piece would stay in memory with it.
      if ('take' in this.#step) this.#gathered.push(Buffer.from(piece.subarray(at, at + used)));
      at += used;
      this.#left -= used;
      if (this.#left === 0) this.#next(Buffer.concat(this.#gathered));
    }
  }

  /** The header and the shorter message, once all of it was added; null: it tells of no row. */
  end(): Buffer | null {
    this.#steps.return();
    return this.#kept.length < 2 ? null : Buffer.concat(this.#kept);
  }

  #next(bytes: Buffer | null): void {
    let result = bytes === null ? this.#steps.next() : this.#steps.next(bytes);
    while (!result.done && sizeOf(result.value) === 0) result = this.#steps.next(Buffer.alloc(0));
    this.#step = result.done ? null : result.value;
    this.#left = this.#step === null ? 0 : sizeOf(this.#step);
    this.#gathered = [];
  }
}

function sizeOf(step: Step): number {
  return 'take' in step ? step.take : step.skip;
}

function* shorten(header: number, kept: Buffer[]): Generator<Step, void, Buffer> {
  const start = yield { take: header + 1 };
  kept.push(start);
  if (!ROW_KINDS.has(String.fromCharCode(start[header] ?? 0))) return;
  kept.push(yield { take: 4 }); // the relation
  for (;;) {
    const tuple = yield { take: 3 }; // as what it stands there, and how many values follow
    kept.push(tuple);
    for (let left = tuple.readUInt16BE(1); left > 0; left -= 1) {
      const kind = yield { take: 1 };
      if (kind[0] !== TEXT) {
        kept.push(kind);
        continue;
      }
      const length = yield { take: 4 };
      const size = length.readUInt32BE();
      if (size > LONGEST_VALUE) {
        yield { skip: size };
        kept.push(NOT_SENT);
      } else kept.push(kind, length, yield { take: size });
    }
  }
}
