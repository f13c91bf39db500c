import type { Socket } from 'node:net';
import { type ReadHeaders, type ReadRequest, readPlainRequest } from './read-plain-request.ts';
import { type CommonLines, type PlainAnswer, writeHead } from './write-plain-answer.ts';

/** A request that is answered here, and what becomes of it. */
export interface Serving {
  answer: Promise<PlainAnswer>;
  /** Called once: the answer was sent (with its status), or there was nobody left to send it to. */
  over(answered: boolean, status: number): void;
}

export interface PlainDoor {
  /** Null: the complete server is to answer. */
  serve(request: ReadRequest, connection: PlainConnection): Serving | null;
  /** Takes over a connection for good. */
  handOver(socket: Socket): void;
  /** What is answered when an answer fails, which is a defect. */
  failed(error: unknown): PlainAnswer;
  /** Of every answer. */
  common: CommonLines;
  /** A connection may rest so long. */
  keepAliveMs: number;
  /** So long a new one may say nothing. */
  firstMs: number;
  /** True: answers end their connections. */
  isClosing(): boolean;
  closed(connection: PlainConnection): void;
}

/** Longer bodies are not copied to be sent with their head. */
const MAX_JOINED_BYTES = 64 * 1024;
/** A request may have been sent just before the connection would end. */
const ON_ITS_WAY_MS = 1_000;

/**
 * A connection as long as only plain requests come over it, one at a time: each is read from one piece and its answer is
 * written as one. With the first that is anything else the connection goes to the complete server, and stays there.
 */
export class PlainConnection {
  readonly socket: Socket;
  readonly #door: PlainDoor;
  #state: 'idle' | 'working' | 'sending' = 'idle';
  /** What came before the last answer was sent. */
  #early: Buffer[] = [];
  #read: ReadHeaders | null = null;
  #serving: Serving | null = null;
  #status = 0;
  #stallMs: number | null = null;
  #whenGone: AbortController | null = null;

  constructor(socket: Socket, door: PlainDoor) {
    this.socket = socket;
    this.#door = door;
    socket.setTimeout(door.firstMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('timeout', this.#onTimeout);
    socket.on('close', this.#onClose);
  }

  /** Fires when the client goes away before it was answered. */
  get signal(): AbortSignal {
    this.#whenGone ??= new AbortController();
    if (this.socket.destroyed) this.#whenGone.abort();
    return this.#whenGone.signal;
  }

  /** The answer to come may rest on its way for so long, and no longer. */
  limitStall(ms: number): void {
    this.#stallMs = ms;
  }

  /** Ends it now if nothing is at work. What is at work ends it when it is answered. */
  close(): void {
    if (this.#state === 'idle') this.socket.destroy();
  }

  readonly #onData = (piece: Buffer): void => {
    if (this.#state !== 'idle') {
      this.#early.push(piece);
      this.socket.pause();
      return;
    }
    const found = readPlainRequest(piece, this.#read);
    const serving = found === null ? null : this.#door.serve(found.request, this);
    if (found === null || serving === null) {
      this.#handOver(piece);
      return;
    }
    this.#read = found.read;
    this.#state = 'working';
    this.#serving = serving;
    serving.answer.then(this.#send, this.#fail);
  };

  readonly #fail = (error: unknown): void => this.#send(this.#door.failed(error));

  readonly #send = (answer: PlainAnswer): void => {
    const { socket } = this;
    if (!socket.writable) return;
    const ends = this.#door.isClosing();
    const { body } = answer;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    let head: string;
    try {
      const keptS = ends ? null : Math.floor(this.#door.keepAliveMs / 1000);
      head = writeHead(answer, bytes?.length ?? 0, keptS, this.#door.common);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#state = 'sending';
    this.#status = answer.status;
    this.#rest(this.#stallMs ?? this.#door.keepAliveMs + ON_ITS_WAY_MS);
    if (bytes === null || bytes.length <= MAX_JOINED_BYTES) {
      socket.write(bytes === null ? head : head + bytes.toString('latin1'), 'latin1', this.#onSent);
    } else {
      socket.write(head, 'latin1');
      socket.write(bytes, this.#onSent);
    }
    if (ends) socket.end();
  };

  readonly #onSent = (error?: Error | null): void => {
    if (error != null || this.#state !== 'sending') return;
    this.#over(true);
    this.#state = 'idle';
    this.#rest(this.#door.keepAliveMs + ON_ITS_WAY_MS);
    if (this.#door.isClosing()) this.socket.end();
    if (this.#early.length === 0 || this.socket.writableEnded) return;
    const piece = Buffer.concat(this.#early);
    this.#early = [];
    this.socket.resume();
    this.#onData(piece);
  };

  /** Nothing may move for so long. */
  #rest(ms: number): void {
    if (this.socket.timeout !== ms) this.socket.setTimeout(ms);
  }

  #over(answered: boolean): void {
    const serving = this.#serving;
    this.#serving = null;
    this.#whenGone = null;
    this.#stallMs = null;
    serving?.over(answered, this.#status);
  }

  #handOver(piece: Buffer): void {
    const { socket } = this;
    this.#leave();
    socket.setTimeout(0);
    this.#door.handOver(socket);
    socket.emit('data', piece);
  }

  /** Who sends no more waits for nothing more, as the web server sees it too. */
  readonly #onEnd = (): void => void this.socket.end();

  readonly #onError = (): void => void this.socket.destroy();

  readonly #onTimeout = (): void => {
    if (this.#state !== 'working') this.socket.destroy();
  };

  readonly #onClose = (): void => {
    this.#leave();
    if (this.#serving === null) return;
    this.#whenGone?.abort();
    this.#over(false);
  };

  #leave(): void {
    const { socket } = this;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('timeout', this.#onTimeout);
    socket.off('close', this.#onClose);
    this.#door.closed(this);
  }
}
