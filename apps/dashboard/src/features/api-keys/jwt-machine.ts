import type { JwtUpdateStatus } from '@basalt/contract';

/**
 * A change of the JWT secret, ours or somebody else's.
 *
 *     idle ──ask──▶ confirming ──send, told──▶ updating ──told──▶ updated ──dismiss──▶ idle
 *       ▲              │ cancel                    └──told──▶ failed ──ask──▶ confirming
 *       └──────────────┘
 */
export type JwtState = Resting | { is: 'confirming'; back: Resting; sending: Sending | null } | Updating;

type Resting = { is: 'idle' } | { is: 'updated' } | { is: 'failed'; reason: string | null };
type Updating = { is: 'updating'; progress: number; seen: string | null };
/** The change that was known before ours. Events of it say nothing about ours. */
type Sending = { seen: string | null };

export type JwtEvent =
  | { type: 'ask' }
  | { type: 'cancel' }
  | { type: 'send'; seen: string | null }
  /** The server did not accept the change; nothing has happened. */
  | { type: 'refused' }
  /** What the server says about the newest change; null when there was none. */
  | { type: 'told'; status: JwtUpdateStatus | null }
  | { type: 'dismiss' };

export const IDLE: JwtState = { is: 'idle' };

export function jwtReducer(state: JwtState, event: JwtEvent): JwtState {
  switch (event.type) {
    case 'ask':
      return isResting(state) ? { is: 'confirming', back: state, sending: null } : state;
    case 'cancel':
      return state.is === 'confirming' && state.sending === null ? state.back : state;
    case 'send':
      return state.is === 'confirming' ? { ...state, sending: { seen: event.seen } } : state;
    case 'refused':
      return state.is === 'confirming' ? { ...state, sending: null } : state;
    case 'told':
      return event.status === null ? state : told(state, event.status);
    case 'dismiss':
      return state.is === 'updated' ? IDLE : state;
  }
}

function told(
  state: JwtState,
  { change_tracking_id: id, status, progress, error }: JwtUpdateStatus,
): JwtState {
  const seen = state.is === 'confirming' ? (state.sending?.seen ?? null) : seenBy(state);
  if (seen === id) return state;
  // Somebody who is making up their mind is disturbed only by a change that is under way.
  if (state.is === 'confirming' && state.sending === null && status !== 'updating') return state;
  if (status === 'updating') return updating(state, progress, seen);
  if (status === 'failed')
    return state.is === 'failed' && state.reason === error ? state : { is: 'failed', reason: error };
  const isAwaited = state.is === 'updating' || state.is === 'confirming';
  if (isAwaited) return { is: 'updated' };
  return state.is === 'failed' ? IDLE : state;
}

function updating(state: JwtState, progress: number, seen: string | null): JwtState {
  return state.is === 'updating' && state.progress === progress ? state : { is: 'updating', progress, seen };
}

function seenBy(state: JwtState): string | null {
  return state.is === 'updating' ? state.seen : null;
}

function isResting(state: JwtState): state is Resting {
  return state.is === 'idle' || state.is === 'updated' || state.is === 'failed';
}

/** What the change means for keys that are signed with the JWT secret. */
export type JwtKeysState = 'ready' | 'updating' | 'failed';

export function jwtKeysState(state: JwtState): JwtKeysState {
  if (state.is === 'confirming') return jwtKeysState(state.back);
  return state.is === 'updating' || state.is === 'failed' ? state.is : 'ready';
}
