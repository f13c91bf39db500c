/** What is brought back: a backup, any moment, or a database that was kept. */
export type RestoreTarget =
  | { kind: 'backup'; id: number; at: number; bytes: number | null }
  | { kind: 'moment'; at: number; bytes: number | null }
  | { kind: 'kept'; id: string; at: number; engine: string };

export type RestoreWay = 'in-place' | 'new-project';

/** Where somebody is on the way from wanting something back to having it. */
export type RestoreState =
  | { step: 'idle' }
  /** The dialog asks. */
  | { step: 'asking'; way: RestoreWay; target: RestoreTarget }
  /** The server has been asked and has not answered yet. */
  | { step: 'starting'; way: RestoreWay; target: RestoreTarget }
  /** The server said no, and why; the dialog stays. */
  | { step: 'refused'; way: RestoreWay; target: RestoreTarget; message: string }
  /** A new project is being made of it. */
  | { step: 'created'; target: RestoreTarget; project: { ref: string; name: string } };

export type RestoreEvent =
  | { type: 'want'; way: RestoreWay; target: RestoreTarget }
  | { type: 'cancel' }
  | { type: 'edit' }
  | { type: 'start' }
  | { type: 'refuse'; message: string }
  /** In place: the page of the project's new state takes over. */
  | { type: 'replaced' }
  | { type: 'create'; project: { ref: string; name: string } };

export const NO_RESTORE: RestoreState = { step: 'idle' };

/**
 * What has been started cannot be cancelled here, and what was refused can be tried again. A kept database goes back
 * in place only.
 */
export function restoreReducer(state: RestoreState, event: RestoreEvent): RestoreState {
  switch (event.type) {
    case 'want':
      if (state.step === 'starting' || (event.target.kind === 'kept' && event.way === 'new-project'))
        return state;
      return { step: 'asking', way: event.way, target: event.target };
    case 'cancel':
      return state.step === 'starting' ? state : NO_RESTORE;
    case 'edit':
      return state.step === 'refused' ? { step: 'asking', way: state.way, target: state.target } : state;
    case 'start':
      if (state.step !== 'asking' && state.step !== 'refused') return state;
      return { step: 'starting', way: state.way, target: state.target };
    case 'refuse':
      if (state.step !== 'starting') return state;
      return { step: 'refused', way: state.way, target: state.target, message: event.message };
    case 'replaced':
      return state.step === 'starting' && state.way === 'in-place' ? NO_RESTORE : state;
    case 'create':
      if (state.step !== 'starting' || state.way !== 'new-project') return state;
      return { step: 'created', target: state.target, project: event.project };
  }
}
