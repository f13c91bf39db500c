/**
 * A secret on the screen: there for a moment, then gone again.
 *
 *     hidden ──reveal──▶ fetching ──arrived──▶ shown
 *       ▲                   │ hide, failed       │ hide
 *       └───────────────────┴────────────────────┘
 */
export type RevealState = { is: 'hidden' } | { is: 'fetching' } | { is: 'shown'; text: string };

export type RevealEvent =
  | { type: 'reveal' }
  | { type: 'arrived'; text: string }
  | { type: 'failed' }
  /** Asked for, or the time is over. */
  | { type: 'hide' };

export const HIDDEN: RevealState = { is: 'hidden' };

export function revealReducer(state: RevealState, event: RevealEvent): RevealState {
  switch (event.type) {
    case 'reveal':
      return state.is === 'hidden' ? { is: 'fetching' } : state;
    case 'arrived':
      // Whoever has hidden it meanwhile does not want to see it any more.
      return state.is === 'fetching' ? { is: 'shown', text: event.text } : state;
    case 'failed':
    case 'hide':
      return HIDDEN;
  }
}
