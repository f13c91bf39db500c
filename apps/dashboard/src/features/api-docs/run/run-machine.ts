import type { RunAnswer } from './send-request.ts';

/** Where the running of one snippet is. */
export type RunState =
  | { is: 'idle' }
  /** It changes something: the reader is asked first. */
  | { is: 'asking' }
  | { is: 'running' }
  | { is: 'answered'; answer: RunAnswer }
  | { is: 'failed'; message: string };

export type RunEvent =
  | { type: 'press'; asks: boolean }
  | { type: 'confirm' }
  /** Leaves the question, the request or the answer. */
  | { type: 'leave' }
  | { type: 'answer'; answer: RunAnswer }
  | { type: 'fail'; message: string };

/** What happens next. An event that does not belong to a state changes nothing. */
export function nextRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'press':
      if (state.is === 'running') return state;
      return { is: event.asks ? 'asking' : 'running' };
    case 'confirm':
      return state.is === 'asking' ? { is: 'running' } : state;
    case 'leave':
      return { is: 'idle' };
    case 'answer':
      return state.is === 'running' ? { is: 'answered', answer: event.answer } : state;
    case 'fail':
      return state.is === 'running' ? { is: 'failed', message: event.message } : state;
  }
}
