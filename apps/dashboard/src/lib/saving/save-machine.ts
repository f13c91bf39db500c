/** Where the saving of one thing stands. */
export type SavePhase = 'idle' | 'waiting' | 'saving' | 'failed' | 'conflict';

export interface SaveState<Current> {
  phase: SavePhase;
  /** The version that the server is known to have; a save names it. 0: the server has none yet. */
  version: number;
  /** Something was changed that neither is on the server nor on its way. */
  isChanged: boolean;
  /** What a failed save threw. */
  error: unknown;
  /** In a conflict: what the server has. */
  current: Current | null;
}

export type SaveEvent<Current> =
  | { type: 'changed' }
  /** Nothing was changed for a while, somebody asked to save now, or a failed save is tried again. */
  | { type: 'due' }
  | { type: 'saved'; version: number }
  | { type: 'failed'; error: unknown }
  | { type: 'conflicted'; current: Current }
  /** The conflict is over: what is shown now is what the server has in this version. */
  | { type: 'settled'; version: number };

/** Shown to people: everything that is not safely on the server counts as being saved, or as not saved. */
export type SaveStatus = 'IDLE' | 'UPDATING' | 'UPDATING_FAILED';

export function savedState<Current>(version: number): SaveState<Current> {
  return { phase: 'idle', version, isChanged: false, error: null, current: null };
}

/** What saving does next. One save is on its way at a time, so that versions follow each other. */
export function nextSaveState<Current>(
  state: SaveState<Current>,
  event: SaveEvent<Current>,
): SaveState<Current> {
  const { phase } = state;
  switch (event.type) {
    case 'changed':
      return {
        ...state,
        isChanged: true,
        // A new change is a new attempt; a conflict waits for a decision, whatever is typed.
        phase: phase === 'idle' || phase === 'failed' ? 'waiting' : phase,
      };
    case 'due':
      return (phase === 'waiting' || phase === 'failed') && state.isChanged
        ? { ...state, phase: 'saving', isChanged: false, error: null }
        : state;
    case 'saved':
      if (phase !== 'saving') return state;
      return { ...state, phase: state.isChanged ? 'waiting' : 'idle', version: event.version };
    case 'failed':
      return phase === 'saving' ? { ...state, phase: 'failed', isChanged: true, error: event.error } : state;
    case 'conflicted':
      return phase === 'saving'
        ? { ...state, phase: 'conflict', isChanged: true, current: event.current }
        : state;
    case 'settled':
      return savedState(event.version);
  }
}

/** The word for a state that people see. */
export function saveStatus({ phase }: SaveState<unknown>): SaveStatus {
  if (phase === 'idle') return 'IDLE';
  return phase === 'failed' || phase === 'conflict' ? 'UPDATING_FAILED' : 'UPDATING';
}
