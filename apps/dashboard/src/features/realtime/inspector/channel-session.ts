import { RealtimeClient } from '@supabase/realtime-js';
import { type Caller, callerKeys } from '../../../caller/caller.ts';
import type { HeardMessage, MessageKind } from './message-log.ts';

/** What to join, and what to listen to there. */
export interface ChannelChoice {
  name: string;
  isPrivate: boolean;
  /** Whether one's own broadcasts come back. */
  hearsItself: boolean;
  hasPresence: boolean;
  /** Null: no changes of tables. */
  changes: ChangeChoice | null;
}

export interface ChangeChoice {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  /** Empty: all. */
  table: string;
  /** `column=eq.value`; empty: none. */
  filter: string;
}

export type ChannelStatus =
  | { kind: 'left' }
  | { kind: 'joining' }
  | { kind: 'joined' }
  | { kind: 'failed'; problem: string };

interface SessionEvents {
  status(status: ChannelStatus): void;
  heard(messages: readonly HeardMessage[]): void;
}

/** A channel that somebody has joined. */
export interface ChannelSession {
  send(event: string, payload: Record<string, unknown>): Promise<string>;
  /** Shows oneself to the others, or hides again. */
  show(isShown: boolean): Promise<void>;
  leave(): void;
}

/** What comes at once is told at once: a page that is drawn for each message would stand still. */
const TOLD_EVERY_MS = 100;

/**
 * Joins a channel over the project's own socket, as its applications do.
 * @throws when no token is given
 */
export async function joinChannel(
  { ref, url, caller }: { ref: string; url: string; caller: Caller },
  choice: ChannelChoice,
  events: SessionEvents,
): Promise<ChannelSession> {
  events.status({ kind: 'joining' });
  const { apiKey } = await callerKeys(ref, caller);
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: apiKey },
    accessToken: async () => (await callerKeys(ref, caller)).token,
  });
  await client.setAuth();
  const channel = client.channel(choice.name, {
    config: {
      private: choice.isPrivate,
      broadcast: { self: choice.hearsItself, ack: true },
      presence: { enabled: choice.hasPresence, key: '' },
    },
  });
  let count = 0;
  let waiting: HeardMessage[] = [];
  let isOver = false;
  const hear = (kind: MessageKind, event: string, payload: unknown) => {
    count += 1;
    waiting.push({ id: count, at: Date.now(), kind, event, payload });
  };
  const tell = () => {
    if (waiting.length === 0) return;
    events.heard(waiting);
    waiting = [];
  };
  const timer = setInterval(tell, TOLD_EVERY_MS);

  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    hear('broadcast', event, meta === undefined ? payload : { ...payload, meta }),
  );
  channel.on('system', {}, (payload: { status?: string }) =>
    hear('system', payload.status ?? 'system', payload),
  );
  if (choice.hasPresence) {
    channel.on('presence', { event: 'sync' }, () => hear('presence', 'sync', channel.presenceState()));
    for (const event of ['join', 'leave'] as const)
      channel.on('presence', { event: event as 'join' }, (payload) => hear('presence', event, payload));
  }
  if (choice.changes !== null) {
    const { event, schema, table, filter } = choice.changes;
    const wanted = {
      schema,
      ...(table === '' ? {} : { table }),
      ...(table === '' || filter === '' ? {} : { filter }),
    };
    channel.on('postgres_changes', { event: event as '*', ...wanted }, (change) =>
      hear('change', change.eventType, change),
    );
  }
  channel.subscribe((status, error) => {
    if (isOver) return;
    if (status === 'SUBSCRIBED') events.status({ kind: 'joined' });
    else if (status === 'CHANNEL_ERROR')
      events.status({ kind: 'failed', problem: error?.message ?? 'The channel could not be joined.' });
    else if (status === 'TIMED_OUT')
      events.status({ kind: 'failed', problem: 'The server did not answer in time.' });
    else events.status({ kind: 'failed', problem: 'The server closed the channel.' });
  });

  return {
    send: (event, payload) => channel.send({ type: 'broadcast', event, payload }),
    async show(isShown) {
      if (isShown) await channel.track({ from: 'inspector', since: new Date().toISOString() });
      else await channel.untrack();
    },
    leave() {
      isOver = true;
      clearInterval(timer);
      tell();
      void client.removeAllChannels().finally(() => client.disconnect());
      events.status({ kind: 'left' });
    },
  };
}
