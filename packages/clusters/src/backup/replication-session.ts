import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ClusterAddress } from '../driver.ts';

const PROTOCOL_3 = 196_608;
const HEADER = 5;

/** One message of the server: its letter in the protocol, and its body without the length. */
export interface ServerMessage {
  type: string;
  body: Buffer;
}

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
    socket.write(startupMessage(address.user));
    const session = new ReplicationSession(socket);
    for await (const message of session.untilReady()) void message;
    return session;
  }

  /** Sends a command; its answer ends with `untilReady`. */
  async *send(command: string): AsyncGenerator<ServerMessage> {
    const body = Buffer.from(`${command}\0`);
    const head = Buffer.alloc(HEADER);
    head.write('Q');
    head.writeInt32BE(body.length + 4, 1);
    this.#socket.write(Buffer.concat([head, body]));
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

/** The values of a row as text. */
export function rowValues(body: Buffer): (string | null)[] {
  const values: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return values;
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

function startupMessage(user: string): Buffer {
  const pairs = ['user', user, 'replication', 'true', 'application_name', 'basalt backup'];
  const body = Buffer.from(`${pairs.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, body]);
}

function errorText(body: Buffer): string {
  const fields = body.toString('utf8').split('\0');
  const message = fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'an error without a message';
  return `The server refused: ${message}.`;
}
