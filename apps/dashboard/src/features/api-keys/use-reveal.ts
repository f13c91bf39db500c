import { KEY_CLEAR_DELAY } from '@basalt/contract';
import { useEffect, useReducer } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { HIDDEN, type RevealState, revealReducer } from './reveal-machine.ts';

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
