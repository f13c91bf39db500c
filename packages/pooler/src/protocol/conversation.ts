import type { Socket } from 'node:net';

/** Nothing that is said before a session begins is longer. In bytes. */
const LONGEST = 64 * 1024;

/** Thrown when the other side goes away, says nothing for too long, or says too much. */
class ConversationError extends Error {
  override readonly name = 'ConversationError';
}

/** One side of a connection until its session begins: what is said by turns, with an end to waiting. */
export class Conversation {
  readonly socket: Socket;
  #data: Buffer = Buffer.alloc(0);
  #failure: Error | null = null;
  #wake: (() => void) | null = null;
  readonly #patience: NodeJS.Timeout;

  /** @param patienceMs how long all of it may take */
  constructor(socket: Socket, patienceMs: number) {
    this.socket = socket;
    socket.on('data', this.#onData).on('close', this.#onClose);
    this.#patience = setTimeout(() => this.#fail('The other side took too long to log in.'), patienceMs);
    if (socket.destroyed) this.#onClose();
  }

  send(data: Buffer): void {
    this.socket.write(data);
  }

  /**
   * Waits until `read` finds something in what has arrived, and takes it away.
   * @param read null: more has to come
   * @throws {ConversationError} and what `read` throws
   */
  async next<T>(read: (data: Buffer) => { value: T; length: number } | null): Promise<T> {
    for (;;) {
      const found = read(this.#data);
      if (found !== null) {
        this.#data = this.#data.subarray(found.length);
        return found.value;
      }
      if (this.#failure !== null) throw this.#failure;
      if (this.#data.length > LONGEST) throw new ConversationError('The other side said too much.');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next message, which begins with a letter. */
  async message(): Promise<{ type: number; body: Buffer }> {
    return this.next((data) => {
      if (data.length < 5) return null;
      const size = data.readInt32BE(1) + 1;
      if (size < 5 || size > LONGEST)
        throw new ConversationError('The other side sent a message that is none.');
      if (data.length < size) return null;
      return { value: { type: data[0] as number, body: data.subarray(5, size) }, length: size };
    });
  }

  /** Ends the turns. @returns what has arrived and was not taken */
  release(): Buffer {
    clearTimeout(this.#patience);
    this.socket.off('data', this.#onData).off('close', this.#onClose);
    return this.#data;
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#data = this.#data.length === 0 ? chunk : Buffer.concat([this.#data, chunk]);
    this.#awake();
  };

  readonly #onClose = (): void => this.#fail('The connection was closed before its session began.');

  #fail(message: string): void {
    this.#failure ??= new ConversationError(message);
    this.#awake();
  }

  #awake(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
