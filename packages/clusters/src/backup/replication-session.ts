import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ClusterAddress } from '../driver.ts';
import {
  HEADER,
  queryMessage,
  replicationStartup,
  type ServerMessage,
} from '../local/replication-messages.ts';

/**
 * A replication connection over a cluster's trusted socket. Messages are read one by one, so a slow reader slows the server
 * down instead of filling our memory.
 */
export class ReplicationSession {
  readonly #socket: Socket;
  readonly #messages: AsyncGenerator<ServerMessage>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#messages = readMessages(socket);
  }

  /** @throws {Error} the server cannot be reached or refuses */
  static async open(address: ClusterAddress, signal?: AbortSignal): Promise<ReplicationSession> {
    const socket = connect(join(address.host, `.s.PGSQL.${address.port}`));
    const abort = () => socket.destroy(new Error('The connection was given up.'));
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal?.removeEventListener('abort', abort));
    socket.on('error', () => undefined); // the reader of messages hears of it
    await once(socket, 'connect');
    socket.write(replicationStartup(address.user, { application_name: 'basalt backup' }));
    const session = new ReplicationSession(socket);
    for await (const message of session.untilReady()) void message;
    return session;
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
    for (;;) {
      const { value, done } = await this.#messages.next();
      if (done) throw new Error('The server closed the connection.');
      if (value.type === 'Z') return;
      if (value.type === 'E') throw new Error(errorText(value.body));
      yield value;
    }
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<ServerMessage> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    while (pending.length - at >= HEADER) {
      const end = at + 1 + pending.readInt32BE(at + 1);
      if (end > pending.length) break;
      yield { type: String.fromCharCode(pending.readUInt8(at)), body: pending.subarray(at + HEADER, end) };
      at = end;
    }
    pending = pending.subarray(at);
  }
}

function errorText(body: Buffer): string {
  const fields = body.toString('utf8').split('\0');
  const message = fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'an error without a message';
  return `The server refused: ${message}.`;
}
