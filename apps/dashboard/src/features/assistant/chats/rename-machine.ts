/** A name of a chat while it is changed. */
export type RenameState =
  | { phase: 'shown' }
  | { phase: 'editing'; chatId: string; draft: string; isEmpty: boolean }
  /** Somebody confirmed: whoever shows this asks the server and answers with `settled`. */
  | { phase: 'saving'; chatId: string; name: string };

export type RenameEvent =
  | { type: 'edit'; chatId: string; name: string }
  | { type: 'write'; draft: string }
  | { type: 'enter' }
  | { type: 'blur' }
  | { type: 'escape' }
  /** The server has answered, whatever it said. */
  | { type: 'settled' };

export const shown: RenameState = { phase: 'shown' };

/**
 * Renaming a chat (spec §4, §5): Enter and leaving the field confirm a name that is not empty, Escape cancels. An empty name is
 * pointed out at Enter and dropped when the field is left.
 */
export function nextRenameState(state: RenameState, event: RenameEvent): RenameState {
  if (event.type === 'edit' && state.phase !== 'saving')
    return { phase: 'editing', chatId: event.chatId, draft: event.name, isEmpty: false };
  if (state.phase === 'saving') return event.type === 'settled' ? shown : state;
  if (state.phase === 'shown') return state;
  const name = state.draft.trim();
  switch (event.type) {
    case 'write':
      return { ...state, draft: event.draft, isEmpty: false };
    case 'enter':
      return name === '' ? { ...state, isEmpty: true } : { phase: 'saving', chatId: state.chatId, name };
    case 'blur':
      return name === '' ? shown : { phase: 'saving', chatId: state.chatId, name };
    case 'escape':
      return shown;
    default:
      return state;
  }
}
