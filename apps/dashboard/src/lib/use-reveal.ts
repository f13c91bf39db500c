import { KEY_CLEAR_DELAY } from '@basalt/contract';
import { useEffect, useReducer } from 'react';
import { toApiError } from '../api/api-error.ts';
import { showToast } from './toast.ts';

interface Reveal {
  state: RevealState;
  reveal: () => Promise<void>;
  hide: () => void;
  /** The secret for the clipboard, without showing it; undefined when it could not be had. */
  take: () => Promise<string | undefined>;
}

/**
 * A secret that is shown for a moment.
 * @param what in words, such as "API key"
 * @param load gets the secret; it is kept nowhere but on the screen
 */
export function useReveal(what: string, load: () => Promise<string>): Reveal {
  const [state, dispatch] = useReducer(revealReducer, HIDDEN);
  useEffect(() => {
    if (state.is !== 'shown') return;
    const timer = setTimeout(() => dispatch({ type: 'hide' }), KEY_CLEAR_DELAY);
    return () => clearTimeout(timer);
  }, [state]);

  async function take(): Promise<string | undefined> {
    try {
      return await load();
    } catch (error) {
      void showToast('failed', `Failed to retrieve ${what}: ${toApiError(error).message}`);
      return undefined;
    }
  }
  async function reveal(): Promise<void> {
    dispatch({ type: 'reveal' });
    const text = await take();
    dispatch(text === undefined ? { type: 'failed' } : { type: 'arrived', text });
  }
  return { state, reveal, hide: () => dispatch({ type: 'hide' }), take };
}

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
