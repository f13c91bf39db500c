import { FrameReader, notProtocol } from '../../frames/frame-reader.ts';

/**
 * Who has to speak next in a PostgreSQL connection, told from the bytes alone. The program behind the pretended socket
 * blocks while it waits, so it must know exactly when there is something to wait for.
 */

const code = (letter: string) => letter.charCodeAt(0);
/** The very first message of a client has no letter; it is read as if it had this one. */
const NO_LETTER = 0;
/** Of these messages the server answers every one: the first, Query, Sync, and the family of password messages. */
const ANSWERED = new Set([NO_LETTER, code('Q'), code('S'), code('p')]);
const READY = code('Z');
const COPY_IN = code('G');
const AUTHENTICATION = code('R');
const AUTHENTICATION_OK = 0;
const AUTHENTICATION_LAST_WORD = 12;
/** Longer messages count as well, but nobody looks into them. */
const LONGEST_LOOKED_INTO = 64 * 1024;

/** @param onMessage hears of every message as it ends; `start` are the first four bytes of its body as a number, 0 without */
function frames(onMessage: (type: number, start: number) => void): FrameReader {
  let longType = 0;
  return new FrameReader(
    {
      message: (type, data, start, end) => onMessage(type, end - start >= 4 ? data.readInt32BE(start) : 0),
      beginLong: (type) => {
        longType = type;
      },
      piece: (_data, _start, _end, left) => {
        if (left === 0) onMessage(longType, 0);
      },
      malformed: notProtocol,
    },
    LONGEST_LOOKED_INTO,
  );
}

/** The client's side: counts the messages that the server owes an answer to. */
export class ClientTurns {
  #count = 0;
  readonly #frames = frames((type) => {
    if (ANSWERED.has(type)) this.#count += 1;
  });

  constructor() {
    this.#frames.read(Buffer.of(NO_LETTER));
  }

  /** How many of the messages that these bytes complete are answered. */
  owed(bytes: Uint8Array): number {
    this.#count = 0;
    this.#frames.read(asBuffer(bytes));
    return this.#count;
  }
}

/** The server's side: counts the points at which it waits for the client. */
export class ServerTurns {
  #count = 0;
  readonly #frames = frames((type, start) => {
    const asksForPassword =
      type === AUTHENTICATION && start !== AUTHENTICATION_OK && start !== AUTHENTICATION_LAST_WORD;
    if (type === READY || type === COPY_IN || asksForPassword) this.#count += 1;
  });

  /** How many times these bytes give the word back. */
  givenBack(bytes: Uint8Array): number {
    this.#count = 0;
    this.#frames.read(asBuffer(bytes));
    return this.#count;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
