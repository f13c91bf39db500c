import { FrameReader, type FrameSink, HEADER, notProtocol } from '../../frames/frame-reader.ts';

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

const COPY_DATA = 0x64;
const MAX_BODY = 64 * 1024;
/** Rows up to this size are put together when they arrive in two pieces, longer ones are handed on as they come. */
const GATHERED = 4 * 1024;

/** Tells copied data from other messages in the server's bytes, without collecting rows: a row may have a gigabyte. */
export class CopyScanner implements FrameSink {
  readonly #frames = new FrameReader(this, GATHERED);
  readonly #form: CopyForm;
  readonly #sink: CopyScannerSink;
  /** Of a long message: its letter and size, and the beginning of its body when it is not data. */
  #longType = 0;
  #longSize = 0;
  #start: Buffer[] = [];
  #room = 0;
  #out: Buffer[] = [];
  // Data that was not put out yet: messages that lie side by side become one piece.
  #run: Buffer | null = null;
  #from = 0;
  #to = 0;

  constructor(form: CopyForm, sink: CopyScannerSink) {
    this.#form = form;
    this.#sink = sink;
  }

  scan(chunk: Buffer): void {
    this.#frames.read(chunk);
    this.#handOn();
  }

  message(type: number, data: Buffer, start: number, end: number): void {
    if (type !== COPY_DATA) {
      this.#handOn();
      this.#sink.message(String.fromCharCode(type), data.subarray(start, end));
    } else {
      if (this.#form === 'frames') this.#addHeader(data, start, end - start);
      this.#add(data, start, end);
    }
  }

  beginLong(type: number, size: number): void {
    this.#longType = type;
    this.#room = MAX_BODY;
    this.#longSize = size;
  }

  piece(data: Buffer, start: number, end: number, left: number): void {
    if (this.#longType === COPY_DATA) {
      const isFirst = left + end - start === this.#longSize;
      if (isFirst && this.#form === 'frames') this.#addHeader(data, start, this.#longSize);
      this.#add(data, start, end);
      return;
    }
    // A copy, because a slice would hold on to the whole network buffer.
    const kept = Buffer.from(data.subarray(start, Math.min(end, start + this.#room)));
    this.#room -= kept.length;
    this.#start.push(kept);
    if (left > 0) return;
    const body = Buffer.concat(this.#start);
    this.#start = [];
    this.#handOn();
    this.#sink.message(String.fromCharCode(this.#longType), body);
  }

  malformed(): Error {
    return notProtocol();
  }

  /** The header before a body: where it stands if it is there, else made again. */
  #addHeader(data: Buffer, start: number, size: number): void {
    if (start > 0) {
      this.#add(data, start - HEADER, start);
      return;
    }
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(COPY_DATA);
    header.writeInt32BE(size + 4, 1);
    this.#add(header, 0, HEADER);
  }

  #add(data: Buffer, start: number, end: number): void {
    if (data !== this.#run || start !== this.#to) {
      this.#putOut();
      this.#run = data;
      this.#from = start;
    }
    this.#to = end;
  }

  #putOut(): void {
    if (this.#run !== null && this.#to > this.#from) this.#out.push(this.#run.subarray(this.#from, this.#to));
    this.#run = null;
  }

  #handOn(): void {
    this.#putOut();
    const [first, ...more] = this.#out;
    if (first === undefined) return;
    this.#out = [];
    this.#sink.data(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }
}
