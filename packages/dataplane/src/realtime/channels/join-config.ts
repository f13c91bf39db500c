import { type ChangeBinding, parseBindings } from '../changes/change-binding.ts';
import { LIMITS } from '../limits.ts';
import { flag, invalid, object, text } from '../payload.ts';
import { RealtimeError } from '../realtime-error.ts';

/** What a client wants of a channel, checked. */
export interface JoinConfig {
  isPrivate: boolean;
  broadcast: { ack: boolean; self: boolean; replay: Replay | null; replicationReady: boolean };
  /** `key` null: one is made. */
  presence: { key: string | null; isEnabled: boolean };
  changes: readonly ChangeBinding[];
  /** Milliseconds for which the answer waits until changes arrive; null: it does not. */
  waitForChangesMs: number | null;
  /** Null: that of the socket. */
  token: string | null;
}

export interface Replay {
  /** Milliseconds since 1970. */
  since: number;
  limit: number;
}

const DEFAULT_WAIT_MS = 15_000;
const MAX_WAIT_MS = 20_000;

/** @throws {RealtimeError} InvalidJoinPayload */
export function parseJoin(payload: unknown): JoinConfig {
  const join = object(payload, 'the payload');
  const config = object(join.config ?? {}, 'config');
  const broadcast = object(config.broadcast ?? {}, 'config.broadcast');
  const presence = object(config.presence ?? {}, 'config.presence');
  const isPrivate = flag(config.private, 'config.private');
  const changes = parseBindings(config.postgres_changes ?? []);
  return {
    isPrivate,
    broadcast: {
      ack: flag(broadcast.ack, 'config.broadcast.ack'),
      self: flag(broadcast.self, 'config.broadcast.self'),
      replay: parseReplay(broadcast.replay, isPrivate),
      replicationReady: flag(broadcast.replication_ready, 'config.broadcast.replication_ready'),
    },
    presence: {
      key: text(presence.key, 'config.presence.key', LIMITS.presenceKeyBytes) || null,
      isEnabled: flag(presence.enabled, 'config.presence.enabled'),
    },
    changes,
    waitForChangesMs: changes.length === 0 ? null : parseWait(config.postgres_changes_options),
    token: parseToken(join.access_token ?? join.user_token),
  };
}

/** A token of the client; null for keys, which stand for the one that the socket came with. */
export function parseToken(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalid('access_token must be a text.');
  return value.startsWith('sb_') ? null : value;
}

function parseReplay(value: unknown, isPrivate: boolean): Replay | null {
  if (value === null || value === undefined) return null;
  const { since, limit = LIMITS.replayedMessages } = object(value, 'config.broadcast.replay');
  if (!isPrivate) throw new RealtimeError('UnableToReplayMessages', 'Replay is for private channels only.');
  if (typeof since !== 'number' || !Number.isFinite(since) || Math.abs(since) > 8.64e15)
    throw new RealtimeError('UnableToReplayMessages', 'replay.since must be a time in milliseconds.');
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    throw new RealtimeError('UnableToReplayMessages', 'replay.limit must be a whole number from 1 on.');
  return { since, limit: Math.min(limit, LIMITS.replayedMessages) };
}

function parseWait(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const { wait, timeout = DEFAULT_WAIT_MS } = object(value, 'config.postgres_changes_options');
  if (!flag(wait, 'config.postgres_changes_options.wait')) return null;
  if (typeof timeout !== 'number' || !(timeout > 0))
    throw invalid('timeout must be a number of milliseconds.');
  return Math.min(timeout, MAX_WAIT_MS);
}
