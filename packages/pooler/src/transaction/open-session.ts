import { type DatabaseDoor, NOT_REACHED } from '../database-door.ts';
import { Conversation } from '../protocol/conversation.ts';
import { message, type Refusal, readError, readText, TYPE, zeroTerminated } from '../protocol/messages.ts';
import { type ProvenKeys, ScramClient } from '../scram/scram.ts';
import { reachDoor } from '../session/reach-door.ts';
import { PROTOCOL_3_0, writeStartupPacket } from '../startup/startup-packet.ts';
import type { Session } from './server-connection.ts';

const OPEN_WITHIN_MS = 10_000;
const MECHANISM = 'SCRAM-SHA-256';

/** As whom, and how, sessions are opened that may be used by turns. */
export interface Login {
  role: string;
  database: string;
  settings: readonly [name: string, value: string][];
  /** What the first client proved. */
  keys: ProvenKeys;
}

/** Why the database did not open a session. */
export class SessionRefusedError extends Error {
  override readonly name = 'SessionRefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Opens a session with the keys that a client has proven. The server decides by its own rules, as if the client had come to it.
 * @throws {SessionRefusedError} with the server's reason, or because it cannot be reached
 */
export async function openSession(door: DatabaseDoor, login: Login): Promise<Session> {
  const socket = await Promise.resolve(reachDoor(door)).catch(() => {
    throw new SessionRefusedError(NOT_REACHED);
  });
  socket.on('error', () => {});
  const server = new Conversation(socket, OPEN_WITHIN_MS);
  try {
    server.send(
      writeStartupPacket(PROTOCOL_3_0, [
        ['user', login.role],
        ['database', login.database],
        ...login.settings,
      ]),
    );
    await logIn(server, login.keys);
    const session = await begin(server);
    server.release();
    return session;
  } catch (error) {
    server.release();
    socket.destroy();
    if (error instanceof SessionRefusedError) throw error;
    throw new SessionRefusedError(NOT_REACHED);
  }
}

async function logIn(server: Conversation, keys: ProvenKeys): Promise<void> {
  const scram = new ScramClient(keys);
  for (;;) {
    const { type, body } = await server.message();
    if (type === TYPE.error) throw new SessionRefusedError(readError(body));
    if (type !== TYPE.authentication) continue;
    const step = body.readInt32BE(0);
    const text = body.toString('utf8', 4);
    if (step === 0) return;
    if (step === 10) {
      const first = Buffer.from(scram.first());
      const length = Buffer.alloc(4);
      length.writeInt32BE(first.length, 0);
      server.send(message(TYPE.password, Buffer.concat([zeroTerminated(MECHANISM), length, first])));
    } else if (step === 11) {
      const proof = scram.final(text);
      if (proof === null) throw new SessionRefusedError(passwordChanged());
      server.send(message(TYPE.password, Buffer.from(proof)));
    } else if (step !== 12 || !scram.isServer(text)) {
      throw new SessionRefusedError({
        code: '08P01',
        message: 'The database asks for a password in an unknown way.',
      });
    }
  }
}

function passwordChanged(): Refusal {
  return {
    code: '28P01',
    message: 'The password of this role has changed.',
    hint: 'Connect again with the new one.',
  };
}

async function begin(server: Conversation): Promise<Session> {
  const parameters = new Map<string, string>();
  let key: Buffer = Buffer.alloc(8);
  for (;;) {
    const { type, body } = await server.message();
    switch (type) {
      case TYPE.error:
        throw new SessionRefusedError(readError(body));
      case TYPE.backendKey:
        key = Buffer.from(body);
        break;
      case TYPE.parameterStatus: {
        const name = readText(body, 0, body.length);
        const value = name === null ? null : readText(body, name.next, body.length);
        if (name !== null && value !== null) parameters.set(name.text, value.text);
        break;
      }
      case TYPE.readyForQuery:
        return { socket: server.socket, key, parameters };
    }
  }
}
