import type { Socket } from 'node:net';
import { HEADER } from '@basalt/postgres/frames';
import { header } from './messages.ts';

/** Below this several pieces are copied into one, which costs less than to hand them on apart. In bytes. */
const COPIED_BELOW = 16 * 1024;

/** Gathers what goes to one socket while a chunk of the other side is read, so that it leaves in one write. */
export class Outlet {
  readonly socket: Socket;
  #parts: Buffer[] = [];
  /** The piece that may still grow: what follows in a chunk mostly goes on with what lies behind it. */
  #data: Buffer | null = null;
  #from = 0;
  #to = 0;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Passes on the bytes of `data` from `from` to before `to`. */
  pass(data: Buffer, from: number, to: number): void {
    if (this.#data === data && this.#to === from) {
      this.#to = to;
      return;
    }
    this.#cut();
    this.#data = data;
    this.#from = from;
    this.#to = to;
  }

  /** Passes on a whole message as a frame reader hands it over: without its header where the body is in a piece of its own. */
  passMessage(type: number, data: Buffer, start: number, end: number): void {
    if (start === 0) this.put(header(type, end));
    this.pass(data, start === 0 ? 0 : start - HEADER, end);
  }

  /** Sends a message of our own. */
  put(data: Buffer): void {
    this.#cut();
    this.#parts.push(data);
  }

  /** @returns false: the socket is full, and whoever fills it should wait for its `drain` */
  flush(): boolean {
    this.#cut();
    const parts = this.#parts;
    if (parts.length === 0) return true;
    this.#parts = [];
    if (parts.length === 1) return this.socket.write(parts[0] as Buffer);
    let size = 0;
    for (const part of parts) size += part.length;
    if (size < COPIED_BELOW) return this.socket.write(Buffer.concat(parts, size));
    this.socket.cork();
    const took = parts.map((part) => this.socket.write(part)).every(Boolean);
    this.socket.uncork();
    return took;
  }

  #cut(): void {
    const data = this.#data;
    if (data === null) return;
    this.#data = null;
    const isWhole = this.#from === 0 && this.#to === data.length;
    this.#parts.push(isWhole ? data : data.subarray(this.#from, this.#to));
  }
}

/** The reader waits as long as the writer is full. */
export function holdUntilDrained(reader: Socket, writer: Socket): void {
  reader.pause();
  writer.once('drain', () => reader.resume());
}
