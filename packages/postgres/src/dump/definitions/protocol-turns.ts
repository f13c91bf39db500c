/**
 * Who has to speak next in a PostgreSQL connection, told from the bytes alone. The program behind the pretended socket
 * blocks while it waits, so it must know exactly when there is something to wait for.
 */

const HEADER = 5;
/** Of these messages the server answers every one: Query, Sync, and the family of password messages. */
const ANSWERED = new Set(['Q', 'S', 'p']);
const AUTHENTICATION_OK = 0;
const AUTHENTICATION_LAST_WORD = 12;

interface Frame {
  readonly type: string;
  /** The first four bytes of the body as a number; 0 when it has none. */
  readonly start: number;
}

/** Cuts a stream into frames, whatever the pieces it comes in. */
class Frames {
  #pending = Buffer.alloc(0);
  #typed: boolean;

  constructor(typed: boolean) {
    this.#typed = typed;
  }

  *read(bytes: Uint8Array): Generator<Frame> {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    for (;;) {
      // The very first message of a client has no letter.
      const at = this.#typed ? 1 : 0;
      if (this.#pending.length < at + 4) return;
      const end = at + this.#pending.readInt32BE(at);
      if (this.#pending.length < end) return;
      const type = this.#typed ? String.fromCharCode(this.#pending.readUInt8(0)) : '';
      const start = end >= HEADER + 4 ? this.#pending.readInt32BE(at + 4) : 0;
      this.#pending = this.#pending.subarray(end);
      this.#typed = true;
      yield { type, start };
    }
  }
}

/** The client's side: counts the messages that the server owes an answer to. */
export class ClientTurns {
  readonly #frames = new Frames(false);

  /** How many of the messages that these bytes complete are answered. */
  owed(bytes: Uint8Array): number {
    let count = 0;
    for (const { type } of this.#frames.read(bytes)) if (type === '' || ANSWERED.has(type)) count += 1;
    return count;
  }
}

/** The server's side: counts the points at which it waits for the client. */
export class ServerTurns {
  readonly #frames = new Frames(true);

  /** How many times these bytes give the word back. */
  givenBack(bytes: Uint8Array): number {
    let count = 0;
    for (const { type, start } of this.#frames.read(bytes)) {
      const asksForPassword =
        type === 'R' && start !== AUTHENTICATION_OK && start !== AUTHENTICATION_LAST_WORD;
      if (type === 'Z' || type === 'G' || asksForPassword) count += 1;
    }
    return count;
  }
}
