import type { ConfirmationNeeded, QueryEvent } from '@basalt/contract';
import type { RunFailure } from './run-failure.ts';
import { emptyOutput, type Output, receive } from './run-output.ts';
import type { RunRequest } from './run-request.ts';

/** One run, from the moment it was started. Times are milliseconds. */
export interface Run {
  id: number;
  projectRef: string;
  request: RunRequest;
  startedAt: number;
  output: Output;
  /** The result the reader chose to look at; null follows the newest. */
  pick: number | null;
}

export type RunState =
  | { phase: 'idle' }
  /** Nothing was run: the text writes or calls unknown functions, and nobody has agreed to that yet. */
  | { phase: 'asking'; run: Run; needed: ConfirmationNeeded }
  | { phase: 'running'; run: Run }
  | { phase: 'done'; run: Run; milliseconds: number }
  | { phase: 'failed'; run: Run; failure: RunFailure; milliseconds: number | null }
  | { phase: 'cancelled'; run: Run; milliseconds: number };

/** What a run is made of when it starts. */
export type NewRun = Pick<Run, 'id' | 'projectRef' | 'request'> & { at: number };

export type RunEvent =
  | ({ type: 'start' } & NewRun)
  /** The run is known to need agreement before it is sent. */
  | ({ type: 'ask'; needed: ConfirmationNeeded } & NewRun)
  /** The server wants agreement first, and has run nothing. */
  | { type: 'refused'; id: number; needed: ConfirmationNeeded }
  /** The question is answered with no. */
  | { type: 'dismiss' }
  /** What the stream of run `id` said since the last time. */
  | { type: 'received'; id: number; events: readonly QueryEvent[] }
  /** The stream ended in its own time, or broke, or never began. */
  | { type: 'closed'; id: number; failure: RunFailure }
  | { type: 'cancel'; at: number }
  | { type: 'pick'; result: number };

export const idle: RunState = { phase: 'idle' };

/**
 * How a run goes: idle → running → done | failed | cancelled, with `asking` before `running` where agreement is
 * needed; agreeing is a start, with a request that says so. Everything a stream says carries the id of its run, so
 * that what comes late from an older run changes nothing. While one runs another cannot start.
 */
export function nextRunState(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'start':
      return state.phase === 'running' ? state : { phase: 'running', run: newRun(event) };
    case 'ask':
      return state.phase === 'running'
        ? state
        : { phase: 'asking', run: newRun(event), needed: event.needed };
    case 'refused':
      return isOf(state, event.id) && state.phase === 'running' && !state.run.request.confirmed
        ? { phase: 'asking', run: state.run, needed: event.needed }
        : state;
    case 'dismiss':
      return state.phase === 'asking' ? idle : state;
    case 'received':
      return isOf(state, event.id) ? event.events.reduce(afterEvent, withOutput(state, event.events)) : state;
    case 'closed':
      return isOf(state, event.id) && state.phase === 'running'
        ? { phase: 'failed', run: state.run, failure: event.failure, milliseconds: null }
        : state;
    case 'cancel':
      return state.phase === 'running'
        ? { phase: 'cancelled', run: state.run, milliseconds: Math.max(0, event.at - state.run.startedAt) }
        : state;
    case 'pick':
      return state.phase === 'idle' || state.phase === 'asking'
        ? state
        : { ...state, run: { ...state.run, pick: event.result } };
  }
}

type Started = Exclude<RunState, { phase: 'idle' }>;

function newRun({ id, projectRef, request, at }: NewRun): Run {
  return { id, projectRef, request, startedAt: at, output: emptyOutput, pick: null };
}

function isOf(state: RunState, id: number): state is Started {
  return state.phase !== 'idle' && state.run.id === id;
}

function withOutput(state: Started, events: readonly QueryEvent[]): Started {
  if (state.phase !== 'running') return state;
  const end = events.findIndex(({ type }) => type === 'error' || type === 'done');
  const told = end === -1 ? events : events.slice(0, end);
  return { ...state, run: { ...state.run, output: receive(state.run.output, told) } };
}

function afterEvent(state: Started, event: QueryEvent): Started {
  if (event.type === 'error' && state.phase === 'running') {
    const { run } = state;
    return { phase: 'failed', run, failure: { kind: 'sql', error: event.error }, milliseconds: null };
  }
  if (event.type !== 'done') return state;
  if (state.phase === 'running') return { phase: 'done', run: state.run, milliseconds: event.milliseconds };
  return state.phase === 'failed' ? { ...state, milliseconds: event.milliseconds } : state;
}
