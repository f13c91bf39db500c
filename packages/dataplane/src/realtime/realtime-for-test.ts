import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ConnectionTarget } from '@basalt/postgres';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { WebSocket } from 'ws';
import { KEYS, openRestApi, type RestApi, SIGNING_KEY } from '../rest/rest-api-for-test.ts';
import { signToken } from '../tokens/sign-token.ts';
import { createRealtimeService } from './realtime-service.ts';

/** Realtime of one real database behind the real gateway. */
export interface RealtimeApi extends RestApi {
  url: string;
  /** All clients leave. */
  endClients(): Promise<void>;
  /** The public client of somebody: by a key, with a token of these claims, or with the token as it is. */
  client(as: Record<string, unknown> | string): Promise<SupabaseClient>;
}

export async function openRealtimeApi(address: ConnectionTarget): Promise<RealtimeApi> {
  const api = await openRestApi(address, {}, (projects) => [
    createRealtimeService({ logger: Fastify().log, projects, counts: { add: () => {} } }),
  ]);
  const url = await api.listen();
  const clients: SupabaseClient[] = [];
  const endClients = async () => {
    for (const client of clients) await client.removeAllChannels().catch(() => {});
    for (const client of clients.splice(0)) client.realtime.disconnect();
  };
  return {
    ...api,
    url,
    endClients,
    client: async (as) => {
      const key = KEYS[as === 'service' ? 'service' : 'anon'];
      const token = typeof as === 'object' ? await tokenOf(as) : as in KEYS ? null : as;
      const client = createClient(url, key, token === null ? {} : { accessToken: async () => token });
      clients.push(client);
      return client;
    },
    close: async () => {
      await endClients();
      await api.close();
    },
  };
}

/** A socket that says what it wants, and what comes of it. @param url of the project @throws {Error} it is refused */
export async function openSocket(url: string, version = '2.0.0') {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${KEYS.anon}&vsn=${version}`;
  const socket = new WebSocket(address);
  const heard: unknown[] = [];
  const state = { closed: 0 };
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  socket.on('close', (code) => {
    state.closed = code;
  });
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  socket.on('error', () => {});
  return { socket, heard, state, say: (...message: unknown[]) => socket.send(JSON.stringify(message)) };
}

/** What comes in the place of a socket: status and body; null: it opens. */
export async function refusalOf(url: string, headers = {}): Promise<[number, unknown] | null> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  socket.on('error', () => {});
  const answer = await new Promise<IncomingMessage | null>((done) => {
    socket.once('unexpected-response', (_request, message) => done(message));
    socket.once('open', () => done(null));
  });
  if (answer !== null) return [answer.statusCode ?? 0, await json(answer)];
  socket.close();
  return null;
}

/** A token of a user, good for an hour unless the claims say otherwise. */
export function tokenOf(claims: Record<string, unknown>): Promise<string> {
  return signToken(SIGNING_KEY, { exp: Math.floor(Date.now() / 1000) + 3600, ...claims });
}

/** Joins, and waits until it has. @returns what came of it: `SUBSCRIBED`, or an error with its reason */
export function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((done) => {
    channel.subscribe((status, error) => done(error === undefined ? status : `${status}: ${error.message}`));
  });
}

/** Joins, and waits until changes arrive or are refused. @returns what the server says of it */
export function listening(channel: RealtimeChannel): Promise<string> {
  return new Promise((done) => {
    channel
      .on('system', {}, (told) => {
        if (told.extension === 'postgres_changes') done(`${told.status}: ${told.message}`);
      })
      .subscribe();
  });
}
