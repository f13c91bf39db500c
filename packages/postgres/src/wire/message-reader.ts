import { FrameReader, type FrameSink, notProtocol } from '../frames/frame-reader.ts';
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
const DATA_ROW = 0x44;

interface LargeMessage {
  readonly type: string;
  readonly cutter: RowCutter;
  readonly start: Buffer[];
  keepLeft: number;
}

/**
 * Turns the server's byte stream into messages for people to look at. Memory stays bounded whatever the server sends: a large
 * row is cut value by value while it arrives, other large messages lose their end.
 */
export class MessageReader implements FrameSink {
  readonly #maxValueBytes: number;
  readonly #maxRowBytes: number | undefined;
  readonly #frames = new FrameReader(this, LARGE);
  #found: BackendMessage[] = [];
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
  read(chunk: Buffer): BackendMessage[] {
    this.#frames.read(chunk);
    const found = this.#found;
    this.#found = [];
    return found;
  }

  message(type: number, data: Buffer, start: number, end: number): void {
    if (type !== DATA_ROW) this.#skipsRows = false;
    if (this.#skipsRows) return;
    const body = data.subarray(start, end);
    const cells = () => readCells(body, this.#maxValueBytes);
    this.#found.push({ type: String.fromCharCode(type), body, cells });
  }

  beginLong(type: number): void {
    const cutter = new RowCutter(this.#maxValueBytes, this.#maxRowBytes);
    this.#large = { type: String.fromCharCode(type), cutter, start: [], keepLeft: LARGE };
  }

  piece(data: Buffer, start: number, end: number, left: number): void {
    const large = this.#large;
    if (large === null) return;
    const bytes = data.subarray(start, end);
    if (large.type === 'D') {
      large.cutter.push(bytes);
    } else if (large.keepLeft > 0) {
      const kept = Buffer.from(bytes.subarray(0, large.keepLeft));
      large.keepLeft -= kept.length;
      large.start.push(kept);
    }
    if (left > 0) return;
    this.#large = null;
    const cells = () => large.cutter.cells;
    this.#found.push({ type: large.type, body: Buffer.concat(large.start), cells });
  }

  malformed(): Error {
    return notProtocol();
  }
}
