/** The part of a text that a prompt is about. Put together, the three are the whole text. */
export interface EditContext {
  before: string;
  selection: string;
  after: string;
}

/** A text and what was made of it, side by side until somebody decides. */
export interface Proposal {
  original: string;
  modified: string;
}

interface Prompting {
  prompt: string;
  context: EditContext;
  /** The proposal that was open when the prompt was opened: the prompt works on its modified text. */
  proposal: Proposal | null;
}

export type AiEditState =
  | { phase: 'closed' }
  /** `problem`: why the last attempt gave nothing. */
  | ({ phase: 'open'; problem: string | null } & Prompting)
  | ({ phase: 'generating'; id: number } & Prompting)
  | { phase: 'diff'; proposal: Proposal }
  /** Somebody decided: whoever shows this puts the text into the editor and answers with `applied`. */
  | { phase: 'accepted'; text: string };

export type AiEditEvent =
  | { type: 'open'; context: EditContext; prompt?: string }
  | { type: 'write'; prompt: string }
  /** `context`: where the text was changed since the prompt was opened. */
  | { type: 'submit'; id: number; context?: EditContext }
  | { type: 'completed'; id: number; completion: string }
  | { type: 'failed'; id: number; message: string }
  /** Stops generating; the prompt stays. */
  | { type: 'cancel' }
  | { type: 'accept' }
  /** Escape, Reject or Close: leaves the prompt, and then the diff. */
  | { type: 'reject' }
  | { type: 'applied' };

export const closed: AiEditState = { phase: 'closed' };

/**
 * How the text is changed by a prompt: closed → open → generating → diff → accepted or rejected. What comes late for a
 * request that was cancelled changes nothing. An event that makes no sense in a state leaves it as it is.
 */
export function nextAiEditState(state: AiEditState, event: AiEditEvent): AiEditState {
  switch (state.phase) {
    case 'closed':
      return event.type === 'open' ? opened(event, null) : state;
    case 'open':
      return whileOpen(state, event);
    case 'generating':
      return whileGenerating(state, event);
    case 'diff':
      if (event.type === 'open') return opened(event, state.proposal);
      if (event.type === 'accept') return { phase: 'accepted', text: state.proposal.modified };
      return event.type === 'reject' ? closed : state;
    case 'accepted':
      return event.type === 'applied' ? closed : state;
  }
}

function whileOpen(state: Extract<AiEditState, { phase: 'open' }>, event: AiEditEvent): AiEditState {
  const { prompt, context, proposal } = state;
  if (event.type === 'write') return { ...state, prompt: event.prompt };
  if (event.type === 'submit' && prompt.trim() !== '') {
    const latest = proposal === null ? (event.context ?? context) : context;
    return { phase: 'generating', id: event.id, prompt, context: latest, proposal };
  }
  if (event.type === 'accept' && proposal !== null) return { phase: 'accepted', text: proposal.modified };
  return event.type === 'reject' ? backTo(proposal) : state;
}

function whileGenerating(
  state: Extract<AiEditState, { phase: 'generating' }>,
  event: AiEditEvent,
): AiEditState {
  const { prompt, context, proposal } = state;
  const open = (problem: string | null): AiEditState => ({
    phase: 'open',
    problem,
    prompt,
    context,
    proposal,
  });
  if (event.type === 'cancel' || event.type === 'reject') return open(null);
  if (event.type === 'failed' && event.id === state.id) return open(event.message);
  if (event.type !== 'completed' || event.id !== state.id) return state;
  const modified = context.before + event.completion + context.after;
  const original = proposal?.original ?? wholeText(context);
  // There is nothing to compare with an empty editor.
  if (original.trim() === '') return { phase: 'accepted', text: modified };
  if (modified === original) return open('The answer changes nothing.');
  return { phase: 'diff', proposal: { original, modified } };
}

function opened(event: Extract<AiEditEvent, { type: 'open' }>, proposal: Proposal | null): AiEditState {
  const { context, prompt = '' } = event;
  return { phase: 'open', problem: null, prompt, context, proposal };
}

function backTo(proposal: Proposal | null): AiEditState {
  return proposal === null ? closed : { phase: 'diff', proposal };
}

/** The text that a context was cut from. */
export function wholeText({ before, selection, after }: EditContext): string {
  return before + selection + after;
}
