import { QueryError, SQLSTATE } from '../errors/query-error.ts';

/** Takes the messages of a stream one after the other. `type` is the code of a message's letter. */
export interface FrameSink {
  /**
   * A whole message: its body is `data` from `start` to before `end`, and stays valid. Where `start` is not 0, the header
   * stands before it.
   */
  message(type: number, data: Buffer, start: number, end: number): void;
  /** Asked before memory is taken for a body that arrives in pieces; false: it is handed on in pieces. Without it: always. */
  mayGather?(type: number, size: number): boolean;
  /** A message begins whose body is too long to gather: it follows in pieces. What this throws, `read` throws. */
  beginLong(type: number, size: number): void;
  /** The next bytes of it, from `start` to before `end`; `left` are still to come. The same holds as of whole messages. */
  piece(data: Buffer, start: number, end: number, left: number): void;
  /** What `read` throws for bytes that are no message. */
  malformed(): Error;
}

/** A letter, and a length that counts itself and the body. */
export const HEADER = 5;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Cuts a stream of the PostgreSQL protocol into messages, in either direction. It hands on every byte, makes no object per
 * message, and copies only bodies that arrive in several pieces, once.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #longest: number;
  #rest = NOTHING;
  #type = 0;
  /** The body that is being gathered; null when it is handed on in pieces. */
  #body: Buffer | null = null;
  #left = 0;

  /** @param longest longer bodies are not gathered; in bytes */
  constructor(sink: FrameSink, longest: number) {
    this.#sink = sink;
    this.#longest = longest;
  }

  /** Whether what was read ends with the end of a message. */
  get isBetweenMessages(): boolean {
    return this.#left === 0 && this.#rest.length === 0;
  }

  /** Hands on what these bytes complete. Throws what the sink throws or makes of bytes that are no message. */
  read(chunk: Buffer): void {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = NOTHING;
    let at = this.#left > 0 ? this.#continue(data, 0) : 0;
    while (data.length - at >= HEADER) {
      const type = data.readUInt8(at);
      const size = data.readInt32BE(at + 1) - 4;
      if (size < 0) throw this.#sink.malformed();
      at += HEADER;
      if (size <= data.length - at && size <= this.#longest) {
        this.#sink.message(type, data, at, at + size);
        at += size;
      } else {
        this.#begin(type, size);
        at += this.#continue(data, at);
      }
    }
    if (at < data.length) this.#rest = data.subarray(at);
  }

  #begin(type: number, size: number): void {
    this.#type = type;
    this.#left = size;
    const gathers = size <= this.#longest && this.#sink.mayGather?.(type, size) !== false;
    this.#body = gathers ? Buffer.allocUnsafe(size) : null;
    if (this.#body === null) this.#sink.beginLong(type, size);
  }

  #continue(data: Buffer, start: number): number {
    const taken = Math.min(this.#left, data.length - start);
    if (taken === 0) return 0;
    const body = this.#body;
    this.#left -= taken;
    if (body === null) {
      this.#sink.piece(data, start, start + taken, this.#left);
    } else {
      body.set(data.subarray(start, start + taken), body.length - this.#left - taken);
      if (this.#left === 0) {
        this.#body = null;
        this.#sink.message(this.#type, body, 0, body.length);
      }
    }
    return taken;
  }
}

/** The usual error for bytes that are no message. The connection is of no use after it. */
export function notProtocol(): QueryError {
  const message = 'The server sent bytes that are not PostgreSQL protocol.';
  return new QueryError({ message, code: SQLSTATE.protocolViolation, severity: 'FATAL' });
}
