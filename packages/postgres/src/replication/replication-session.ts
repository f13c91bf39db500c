import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  messageReader,
  queryMessage,
  replicationStartup,
  type ServerMessage,
} from './replication-messages.ts';

/** Files come in pieces of 32 kB; everything else is short. */
const LONGEST_MESSAGE = 1024 * 1024;
/** A checkpoint before the backup, and the measuring of a large data directory, take their time without a word. */
export const SILENCE_MS = 5 * 60 * 1000;
/** Notices and changed settings: what a server can say for ever without getting on. */
const CHATTER = new Set(['N', 'S']);

/** Where a server's socket is, and who logs in there without a password. */
export interface ReplicationTarget {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
}

export interface ReplicationOptions {
  signal?: AbortSignal | undefined;
  /** How long the server may go without sending anything of an answer; default {@link SILENCE_MS}. */
  silenceMs?: number | undefined;
}

/**
 * A replication connection over a cluster's trusted socket. Messages are read one by one, so a slow reader slows the server
 * down instead of filling our memory. The server is the project's: silence and long messages end the connection.
 */
export class ReplicationSession {
  readonly #socket: Socket;
  readonly #messages: AsyncGenerator<ServerMessage>;

  readonly #silenceMs: number;

  private constructor(socket: Socket, silenceMs: number) {
    this.#socket = socket;
    this.#silenceMs = silenceMs;
    this.#messages = readMessages(socket);
  }

  /** @throws {Error} the server cannot be reached or refuses */
  static async open(
    address: ReplicationTarget,
    { signal, silenceMs = SILENCE_MS }: ReplicationOptions = {},
  ): Promise<ReplicationSession> {
    const socket = connect(join(address.host, `.s.PGSQL.${address.port}`));
    const abort = () => socket.destroy(new Error('The connection was given up.'));
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal?.removeEventListener('abort', abort));
    socket.on('error', () => undefined); // the reader of messages hears of it
    await once(socket, 'connect');
    socket.write(replicationStartup(address.user, { application_name: 'basalt backup' }));
    const session = new ReplicationSession(socket, silenceMs);
    try {
      for await (const message of session.untilReady()) void message;
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Sends a command; its answer ends with `untilReady`. */
  async *send(command: string): AsyncGenerator<ServerMessage> {
    this.#socket.write(queryMessage(command));
    yield* this.untilReady();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** All messages until the server waits for the next command. An error of the server is thrown. */
  async *untilReady(): AsyncGenerator<ServerMessage> {
    for (let leftMs = this.#silenceMs; ; ) {
      const asked = performance.now();
      const { value, done } = await this.#next(leftMs);
      // Only our own waiting counts: whoever reads slowly does not make the server silent.
      leftMs = done || !CHATTER.has(value.type) ? this.#silenceMs : leftMs - (performance.now() - asked);
      if (done) throw new Error('The server closed the connection.');
      if (value.type === 'Z') return;
      if (value.type === 'E') throw new Error(errorText(value.body));
      yield value;
    }
  }

  async #next(patienceMs: number): Promise<IteratorResult<ServerMessage>> {
    const patience = setTimeout(
      () => this.#socket.destroy(new Error('The server stopped answering.')),
      Math.max(patienceMs, 0),
    );
    try {
      return await this.#messages.next();
    } finally {
      clearTimeout(patience);
    }
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<ServerMessage> {
  let found: ServerMessage[] = [];
  const read = messageReader(LONGEST_MESSAGE, (message) => found.push(message));
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    read(chunk);
    const messages = found;
    found = [];
    yield* messages;
  }
}

function errorText(body: Buffer): string {
  const fields = body.toString('utf8').split('\0');
  const message = fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'an error without a message';
  return `The server refused: ${message}.`;
}
