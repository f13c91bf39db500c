import type { Socket } from 'node:net';
import { FrameReader } from '@basalt/postgres/frames';
import { type DatabaseDoor, NOT_REACHED } from '../database-door.ts';
import type { Conversation } from '../protocol/conversation.ts';
import { backendKey, fatalError, header, type Refusal, readError, TYPE } from '../protocol/messages.ts';
import { Outlet } from '../protocol/outlet.ts';
import type { Asked } from '../startup/find-project.ts';
import { writeStartupPacket } from '../startup/startup-packet.ts';
import { reachDoor } from './reach-door.ts';

const OPEN_WITHIN_MS = 10_000;

interface SessionCalls {
  /** Called with what the server is cancelled with. */
  key(serverKey: Buffer): void;
  /** The server has let the client in. */
  begun(): void;
  /** The client is told so, and is not let in. */
  refused(refusal: Refusal): void;
}

/**
 * Gives a client a session of the database for as long as it stays: the server asks for the password itself, and after the login
 * both sides are joined byte by byte.
 * @param key what the client cancels with
 */
export async function relaySession(
  client: Conversation,
  version: number,
  asked: Asked,
  door: DatabaseDoor,
  key: Buffer,
  calls: SessionCalls,
): Promise<void> {
  const rest = client.release();
  const from = client.socket;
  // What it sends meanwhile waits.
  from.pause();
  const server = await Promise.resolve(reachDoor(door)).catch(() => null);
  if (server === null || from.destroyed) {
    server?.destroy();
    if (!from.destroyed) calls.refused(NOT_REACHED);
    from.end(fatalError(NOT_REACHED));
    return;
  }
  server.setTimeout(OPEN_WITHIN_MS, () => server.destroy());
  server.write(
    writeStartupPacket(version, [['user', asked.role], ['database', asked.database], ...asked.settings]),
  );
  if (rest.length > 0) server.write(rest);
  let hasSpoken = false;
  server.once('data', () => {
    hasSpoken = true;
    server.setTimeout(0);
  });
  server.on('error', () => {});
  server.once('close', () => {
    if (!hasSpoken && !from.destroyed) {
      calls.refused(NOT_REACHED);
      from.write(fatalError(NOT_REACHED));
    }
    from.end();
  });
  from.once('close', () => server.destroy());
  from.pipe(server);
  replaceKey(server, from, key, calls);
}

/** Reads what the server says until the session begins, puts our key in place of its own, and then joins both sides. */
function replaceKey(server: Socket, to: Socket, key: Buffer, calls: SessionCalls): void {
  const outlet = new Outlet(to);
  let hasBegun = false;
  const frames = new FrameReader(
    {
      message(type, data, start, end) {
        if (type === TYPE.backendKey && !hasBegun) {
          calls.key(Buffer.from(data.subarray(start, end)));
          outlet.put(backendKey(key));
          return;
        }
        if (type === TYPE.error && !hasBegun) calls.refused(readError(data.subarray(start, end)));
        if (type === TYPE.readyForQuery && !hasBegun) {
          hasBegun = true;
          calls.begun();
        }
        outlet.passMessage(type, data, start, end);
      },
      beginLong: (type, size) => outlet.put(header(type, size)),
      piece: (data, start, end) => outlet.pass(data, start, end),
      malformed: () => new Error('The server sent bytes that are not PostgreSQL protocol.'),
    },
    4096,
  );
  const read = (chunk: Buffer) => {
    try {
      frames.read(chunk);
    } catch {
      server.destroy();
      return;
    }
    outlet.flush();
    if (!hasBegun || !frames.isBetweenMessages) return;
    server.off('data', read);
    server.pipe(to);
  };
  server.on('data', read);
}
