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

/** One client's WebSocket: whole messages in, frames out, and an end for those who are silent or do not read. */
export class RealtimeSocket {
  readonly version: ProtocolVersion;
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  readonly #traffic: { sent: number };
  #heardAt = Date.now();
  #isGathering = false;

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
   * A client that reads too slowly loses its socket, so that it takes nobody's memory but a bounded piece of ours.
   */
  send(frame: Buffer): void {
    this.#traffic.sent += 1;
    this.#write(frame);
  }

  #write(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#stream.writableLength > LIMITS.bufferedBytes) {
      this.#webSocket.terminate();
      return;
    }
    this.#gather();
    this.#stream.write(frame);
  }

  /** What goes to one client at one moment, for all of his channels, is one write to the system. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.#stream.uncork();
    });
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
    this.#webSocket.close(code, reason);
  }

  #hear(): void {
    this.#heardAt = Date.now();
  }
}
