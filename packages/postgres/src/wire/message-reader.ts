import { QueryError, SQLSTATE } from '../query-error.ts';
import { type Cell, readCells } from './cell.ts';
import { RowCutter } from './row-cutter.ts';

/** One message of the server: its letter in the protocol, and its body without the length. */
export interface BackendMessage {
  readonly type: string;
  /** Empty for a DataRow larger than 256 kB; only the first 256 kB of any other message. */
  readonly body: Buffer;
  /** The values of a DataRow. Read on demand, because rows that are only counted need none. */
  cells(): (Cell | null)[];
}

const LARGE = 256 * 1024;
const HEADER = 5;

interface LargeMessage {
  readonly type: string;
  readonly cutter: RowCutter;
  readonly start: Buffer[];
  left: number;
  keepLeft: number;
}

/**
 * Cuts the server's byte stream into messages. Memory stays bounded whatever the server sends: a large row is cut
 * value by value while it arrives, other large messages lose their end.
 */
export class MessageReader {
  readonly #maxValueBytes: number;
  readonly #maxRowBytes: number | undefined;
  #pending: Buffer = Buffer.alloc(0);
  #large: LargeMessage | null = null;
  #skipsRows = false;

  constructor(maxValueBytes: number, maxRowBytes?: number) {
    this.#maxValueBytes = maxValueBytes;
    this.#maxRowBytes = maxRowBytes;
  }

  /** Leaves out the rows that come until the next message of another kind: those of the present result. */
  skipRows(): void {
    this.#skipsRows = true;
  }

  /** The messages that are complete once `chunk` has arrived. Throws QueryError 08P01 on bytes that are no message. */
  *read(chunk: Buffer): Generator<BackendMessage> {
    const data = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let at = 0;
    for (;;) {
      if (this.#large !== null) {
        at += this.#feedLarge(this.#large, data.subarray(at));
        if (this.#large.left > 0) break;
        yield this.#endLarge(this.#large);
        this.#large = null;
      }
      if (data.length - at < HEADER) break;
      const type = String.fromCharCode(data.readUInt8(at));
      const length = data.readInt32BE(at + 1) - 4;
      if (length < 0)
        throw new QueryError({
          message: 'The server sent bytes that are not PostgreSQL protocol.',
          code: SQLSTATE.protocolViolation,
        });
      if (length > LARGE) {
        this.#large = {
          type,
          cutter: new RowCutter(this.#maxValueBytes, this.#maxRowBytes),
          start: [],
          left: length,
          keepLeft: LARGE,
        };
        at += HEADER;
        continue;
      }
      const end = at + HEADER + length;
      if (end > data.length) break;
      if (type !== 'D') this.#skipsRows = false;
      if (this.#skipsRows) {
        at = end;
        continue;
      }
      const body = data.subarray(at + HEADER, end);
      yield { type, body, cells: () => readCells(body, this.#maxValueBytes) };
      at = end;
    }
    this.#pending = data.subarray(at);
  }

  #feedLarge(large: LargeMessage, data: Buffer): number {
    const bytes = data.subarray(0, large.left);
    large.left -= bytes.length;
    if (large.type === 'D') {
      large.cutter.push(bytes);
    } else if (large.keepLeft > 0) {
      const kept = Buffer.from(bytes.subarray(0, large.keepLeft));
      large.keepLeft -= kept.length;
      large.start.push(kept);
    }
    return bytes.length;
  }

  #endLarge(large: LargeMessage): BackendMessage {
    return { type: large.type, body: Buffer.concat(large.start), cells: () => large.cutter.cells };
  }
}
