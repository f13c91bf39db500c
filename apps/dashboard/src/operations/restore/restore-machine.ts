import type { FreeLimitMember } from '@basalt/contract';

/**
 * From the button to the restoration.
 *
 *     idle ──press──▶ checking ──members──▶ blocked ──cancel──▶ idle
 *      ▲                 │ no members, or nobody can tell
 *      │                 ▼
 *      ├──cancel──── choosing ──confirm──▶ starting ──accepted──▶ idle
 *      │                 ▲                    │
 *      │                 └──────refused───────┘
 *
 * Whoever may not restore never gets past idle. A check that fails holds nobody up: the server decides in the end. While
 * it starts there is nothing to cancel any more.
 */
export type RestoreState =
  | { at: 'idle' }
  | { at: 'checking' }
  | { at: 'blocked'; members: readonly FreeLimitMember[] }
  | { at: 'choosing'; choice: string }
  | { at: 'starting'; choice: string };

export type RestoreEvent =
  | { type: 'press'; isPermitted: boolean }
  | { type: 'checked'; members: readonly FreeLimitMember[] }
  | { type: 'check-failed' }
  | { type: 'choose'; choice: string }
  | { type: 'confirm' }
  | { type: 'accepted' }
  | { type: 'refused' }
  | { type: 'cancel' };

export const IDLE: RestoreState = { at: 'idle' };
/** Nothing chosen by hand: the default version. */
const FRESH: RestoreState = { at: 'choosing', choice: '' };

export function restoreReducer(state: RestoreState, event: RestoreEvent): RestoreState {
  switch (event.type) {
    case 'press':
      return state.at === 'idle' && event.isPermitted ? { at: 'checking' } : state;
    case 'checked':
      if (state.at !== 'checking') return state;
      return event.members.length > 0 ? { at: 'blocked', members: event.members } : FRESH;
    case 'check-failed':
      return state.at === 'checking' ? FRESH : state;
    case 'choose':
      return state.at === 'choosing' ? { at: 'choosing', choice: event.choice } : state;
    case 'confirm':
      return state.at === 'choosing' ? { at: 'starting', choice: state.choice } : state;
    case 'accepted':
      return state.at === 'starting' ? IDLE : state;
    case 'refused':
      return state.at === 'starting' ? { at: 'choosing', choice: state.choice } : state;
    case 'cancel':
      return state.at === 'starting' ? state : IDLE;
  }
}
