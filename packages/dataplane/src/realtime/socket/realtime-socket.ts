import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { LIMITS } from '../limits.ts';
import { type ClientMessage, decodeFrame, encodeText, type ProtocolVersion } from './frames.ts';

export interface SocketParts {
  webSocket: WebSocket;
  /** What the frames go over. */
  stream: Duplex;
  version: ProtocolVersion;
  /** Frames to the client are counted here, but for replies. */
  traffic: { sent: number };
}

export interface SocketEvents {
  message(message: ClientMessage): void;
  closed(): void;
}

/** Close codes of RFC 6455 and of its registry. */
const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
const TRY_AGAIN_LATER = 1013;

/** Frames that wait go to the system in pieces of about so many bytes. */
const PIECE_BYTES = 256 * 1024;

/** One client's WebSocket: whole messages in, frames out, and an end for those who are silent or do not read. */
export class RealtimeSocket {
  readonly version: ProtocolVersion;
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  readonly #traffic: { sent: number };
  #heardAt = Date.now();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isPassing = false;

  constructor({ webSocket, stream, version, traffic }: SocketParts, events: SocketEvents) {
    this.#traffic = traffic;
    this.version = version;
    this.#webSocket = webSocket;
    this.#stream = stream;
    webSocket.on('error', () => {}); // 'close' follows
    webSocket.once('close', () => events.closed());
    webSocket.on('ping', () => this.#hear());
    webSocket.on('pong', () => this.#hear());
    webSocket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#hear();
      let message: ClientMessage;
      try {
        message = decodeFrame(data, isBinary, version);
      } catch {
        this.close(PROTOCOL_ERROR, 'The frame is no message of the protocol.');
        return;
      }
      events.message(message);
    });
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === 1;
  }

  /**
   * Sends a whole frame as it is: many sockets share its bytes. `ws` writes its own frames whole and at once, so the two never mix.
   * A client that reads too slowly is told so by its close code and loses what waits for it, so that it takes nobody's memory but a
   * bounded piece of ours.
   */
  send(frame: Buffer): void {
    this.#traffic.sent += 1;
    this.#write(frame);
  }

  #write(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#waitingBytes > LIMITS.bufferedBytes) {
      this.#waiting = [];
      this.#webSocket.close(TRY_AGAIN_LATER, 'Messages were lost: they were read too slowly. Connect again.');
      return;
    }
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    if (this.#isPassing) return;
    this.#isPassing = true;
    // What goes to one client at one moment, for all of his channels, is one write to the system.
    process.nextTick(() => this.#passOn());
  }

  /** Hands over what waits, as fast as it is read. */
  #passOn(): void {
    while (this.isOpen && this.#waiting.length > 0)
      if (!this.#stream.write(this.#nextPiece())) {
        this.#stream.once('drain', () => this.#passOn());
        return;
      }
    this.#isPassing = false;
  }

  #nextPiece(): Buffer {
    let count = 0;
    let bytes = 0;
    for (const { length } of this.#waiting) {
      if (count > 0 && bytes + length > PIECE_BYTES) break;
      count += 1;
      bytes += length;
    }
    const frames = this.#waiting.splice(0, count);
    this.#waitingBytes -= bytes;
    const [only] = frames;
    return only !== undefined && count === 1 ? only : Buffer.concat(frames, bytes);
  }

  reply(
    to: Pick<ClientMessage, 'topic' | 'ref' | 'joinRef'>,
    status: 'ok' | 'error',
    response: unknown = {},
  ): void {
    const { topic, ref, joinRef } = to;
    const payload = JSON.stringify({ status, response });
    this.#write(encodeText({ topic, event: 'phx_reply', payload, ref, joinRef }, this.version));
  }

  push(topic: string, event: string, payload: unknown, joinRef: string | null = null): void {
    this.send(encodeText({ topic, event, payload: JSON.stringify(payload), joinRef }, this.version));
  }

  /** Ends a socket from which nothing came for too long. */
  endIfSilent(now: number): void {
    if (now - this.#heardAt > LIMITS.silenceMs) this.#webSocket.terminate();
  }

  close(code: number = GOING_AWAY, reason = ''): void {
    // What was said before it goes before it.
    while (this.isOpen && this.#waiting.length > 0) this.#stream.write(this.#nextPiece());
    this.#webSocket.close(code, reason);
  }

  #hear(): void {
    this.#heardAt = Date.now();
  }
}
