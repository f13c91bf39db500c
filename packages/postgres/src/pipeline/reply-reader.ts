import { QueryError, SQLSTATE } from '../query-error.ts';

/** Takes the server's messages one after the other. */
export interface ReplySink {
  /** `type` is the code of the message's letter; its body is `data` from `start` to before `end`, and stays valid. */
  message(type: number, data: Buffer, start: number, end: number): void;
  /** The body was larger than the limit and is lost. */
  oversized(type: number): void;
}

const HEADER = 5;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Cuts the server's byte stream into messages. Unlike `MessageReader`, which shortens what is large for people to look at,
 * it hands on every byte, makes no object per message, and copies only bodies that arrive in several pieces, once.
 */
export class ReplyReader {
  readonly #sink: ReplySink;
  readonly #maxBytes: number;
  #rest = NOTHING;
  #type = 0;
  /** The body that is arriving; null when it is too large to keep. */
  #body: Buffer | null = null;
  #left = 0;

  constructor(sink: ReplySink, maxMessageBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxMessageBytes;
  }

  /** Throws QueryError 08P01 on bytes that are no message. */
  read(chunk: Buffer): void {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = NOTHING;
    let at = this.#left > 0 ? this.#continue(data, 0) : 0;
    while (data.length - at >= HEADER) {
      const type = data.readUInt8(at);
      const size = data.readInt32BE(at + 1) - 4;
      if (size < 0) throw notProtocol();
      at += HEADER;
      if (size <= data.length - at && size <= this.#maxBytes) {
        this.#sink.message(type, data, at, at + size);
        at += size;
      } else {
        this.#type = type;
        this.#body = size > this.#maxBytes ? null : Buffer.allocUnsafe(size);
        this.#left = size;
        at += this.#continue(data, at);
      }
    }
    if (at < data.length) this.#rest = data.subarray(at);
  }

  #continue(data: Buffer, at: number): number {
    const taken = Math.min(this.#left, data.length - at);
    const body = this.#body;
    body?.set(data.subarray(at, at + taken), body.length - this.#left);
    this.#left -= taken;
    if (this.#left === 0) {
      this.#body = null;
      if (body === null) this.#sink.oversized(this.#type);
      else this.#sink.message(this.#type, body, 0, body.length);
    }
    return taken;
  }
}

function notProtocol(): QueryError {
  const message = 'The server sent bytes that are not PostgreSQL protocol.';
  return new QueryError({ message, code: SQLSTATE.protocolViolation, severity: 'FATAL' });
}
