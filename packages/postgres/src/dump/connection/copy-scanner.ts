import { QueryError, SQLSTATE } from '../../query-error.ts';

export interface CopyScannerSink {
  /** The next bytes of the copied data. */
  data(bytes: Buffer): void;
  /** Any message that is not data, with at most the first 64 kB of its body. */
  message(type: string, body: Buffer): void;
}

/**
 * frames: data with the message headers around it. It means the same in both directions, so it can be sent on as it is.
 * payload: only what the messages hold.
 */
export type CopyForm = 'frames' | 'payload';

const COPY_DATA = 'd';
const HEADER = 5;
const MAX_BODY = 64 * 1024;

/** Tells copied data from other messages in the server's bytes, without collecting rows: a row may have a gigabyte. */
export class CopyScanner {
  readonly #form: CopyForm;
  readonly #sink: CopyScannerSink;
  readonly #header = Buffer.alloc(HEADER);
  #headerFill = 0;
  #type = '';
  #left = 0;
  #body: Buffer[] = [];
  #bodySize = 0;
  #out: Buffer[] = [];
  // The data in the present chunk that was not put out yet: pieces that lie side by side become one.
  #from = 0;
  #to = 0;

  constructor(form: CopyForm, sink: CopyScannerSink) {
    this.#form = form;
    this.#sink = sink;
  }

  scan(chunk: Buffer): void {
    this.#from = 0;
    this.#to = 0;
    for (let at = 0; at < chunk.length; ) {
      at += this.#left > 0 ? this.#takeBody(chunk, at) : this.#takeHeader(chunk, at);
    }
    this.#putOut(chunk);
    this.#handOn();
  }

  #takeHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerFill, at, at + HEADER - this.#headerFill);
    this.#headerFill += taken;
    if (this.#headerFill < HEADER) return taken;
    this.#headerFill = 0;
    this.#type = String.fromCharCode(this.#header.readUInt8(0));
    this.#left = this.#header.readInt32BE(1) - 4;
    if (this.#left < 0)
      throw new QueryError({
        message: 'The server sent bytes that are not PostgreSQL protocol.',
        code: SQLSTATE.protocolViolation,
      });
    if (this.#type !== COPY_DATA) {
      if (this.#left === 0) this.#endMessage(chunk);
    } else if (this.#form === 'frames') {
      if (taken === HEADER) this.#mark(chunk, at, taken);
      else {
        this.#putOut(chunk);
        this.#out.push(Buffer.from(this.#header));
      }
    }
    return taken;
  }

  #takeBody(chunk: Buffer, at: number): number {
    const taken = Math.min(this.#left, chunk.length - at);
    this.#left -= taken;
    if (this.#type === COPY_DATA) {
      this.#mark(chunk, at, taken);
      return taken;
    }
    if (this.#bodySize < MAX_BODY) {
      this.#body.push(Buffer.from(chunk.subarray(at, at + taken)));
      this.#bodySize += taken;
    }
    if (this.#left === 0) this.#endMessage(chunk);
    return taken;
  }

  #endMessage(chunk: Buffer): void {
    this.#putOut(chunk);
    this.#handOn();
    const body = Buffer.concat(this.#body).subarray(0, MAX_BODY);
    this.#body = [];
    this.#bodySize = 0;
    this.#sink.message(this.#type, body);
  }

  #mark(chunk: Buffer, at: number, size: number): void {
    if (at !== this.#to) {
      this.#putOut(chunk);
      this.#from = at;
    }
    this.#to = at + size;
  }

  #putOut(chunk: Buffer): void {
    if (this.#to > this.#from) this.#out.push(chunk.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }

  #handOn(): void {
    const [first, ...more] = this.#out;
    if (first === undefined) return;
    this.#out = [];
    this.#sink.data(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }
}
