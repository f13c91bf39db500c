import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { Conversation } from '../protocol/conversation.ts';
import { NotStartupError, readStartupPacket } from './startup-packet.ts';

/** A login may wait for people who type a password, but not for long. */
const LOGIN_WITHIN_MS = 20_000;
/** The first byte of a TLS handshake: such a client does not ask first (PostgreSQL 17's `sslnegotiation=direct`). */
const HANDSHAKE = 0x16;

/** What a client came for. */
export type Greeting =
  | { kind: 'cancel'; key: Buffer }
  | {
      kind: 'startup';
      client: Conversation;
      version: number;
      parameters: [name: string, value: string][];
      /** The host that it asked for, if it speaks TLS. */
      serverName: string | null;
      /** Where it comes from. */
      address: string | undefined;
    };

/**
 * Speaks with a client until it has said what it wants, over TLS if it likes.
 * @param tls null: clients are told that there is none
 * @throws {NotStartupError} and an error of the conversation
 */
export async function greet(socket: Socket, tls: SecureContext | null): Promise<Greeting> {
  let client = new Conversation(socket, LOGIN_WITHIN_MS);
  let serverName: string | null = null;
  try {
    for (;;) {
      const isDirect = await client.next((data) =>
        data.length === 0 ? null : { value: data[0] === HANDSHAKE, length: 0 },
      );
      if (isDirect) {
        if (tls === null || client.socket !== socket) throw new NotStartupError('There is no TLS here.');
        const rest = client.release();
        socket.unshift(rest);
        [client, serverName] = await secure(socket, tls);
        continue;
      }
      const packet = await client.next((data) => {
        const found = readStartupPacket(data);
        return found === null ? null : { value: found.packet, length: found.length };
      });
      switch (packet.kind) {
        case 'cancel':
          client.release();
          return packet;
        case 'startup':
          return { ...packet, client, serverName, address: socket.remoteAddress };
        case 'gss':
          client.send(Buffer.from('N'));
          break;
        case 'tls':
          if (tls === null || client.socket !== socket) {
            client.send(Buffer.from('N'));
            break;
          }
          // What was sent in the clear behind the request could be anybody's.
          if (client.release().length > 0) throw new NotStartupError('Something was sent before TLS began.');
          socket.write('S');
          [client, serverName] = await secure(socket, tls);
      }
    }
  } catch (error) {
    client.release();
    throw error;
  }
}

async function secure(socket: Socket, secureContext: SecureContext): Promise<[Conversation, string | null]> {
  const encrypted = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['postgresql'] });
  encrypted.on('error', () => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    encrypted.once('secure', resolve);
    encrypted.once('close', () => reject(new NotStartupError('TLS could not be agreed on.')));
    encrypted.setTimeout(LOGIN_WITHIN_MS, () => encrypted.destroy());
  });
  encrypted.setTimeout(0);
  const name = (encrypted as TLSSocket & { servername?: string | false }).servername;
  return [new Conversation(encrypted, LOGIN_WITHIN_MS), typeof name === 'string' ? name : null];
}
