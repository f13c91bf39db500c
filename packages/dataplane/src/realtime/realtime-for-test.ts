import type { ConnectionTarget } from '@basalt/postgres';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
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
    createRealtimeService({ logger: Fastify().log, projects }),
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
