import type { RouterHistory } from '@tanstack/react-router';

type Blocker = Parameters<RouterHistory['block']>[0]['blockerFn'];
/** From where to where somebody wants to go. */
export type Departure = Parameters<Blocker>[0];

/** Somebody is about to leave unsaved changes. */
export interface LeaveQuestion {
  /** The form whose component asks. */
  formId: string;
  /** True: go, the changes are lost. */
  answer: (leaves: boolean) => void;
}

/** The forms of the page with unsaved changes, and whether going somewhere would lose them. */
const unsaved = new Map<string, (departure: Departure) => boolean>();
const listeners = new Set<() => void>();
let stopBlocking: (() => void) | null = null;
let question: LeaveQuestion | null = null;

/**
 * Keeps people from leaving a form unasked: by a link, by going back, by a command, or by closing the tab. However many
 * forms are unsaved, there is one question. Returns what ends it.
 */
export function guardChanges(
  history: Pick<RouterHistory, 'block'>,
  formId: string,
  isLost: (departure: Departure) => boolean,
): () => void {
  unsaved.set(formId, isLost);
  stopBlocking ??= history.block({ enableBeforeUnload: true, blockerFn: keepsChanges });
  return () => {
    unsaved.delete(formId);
    if (unsaved.size === 0) {
      stopBlocking?.();
      stopBlocking = null;
    }
    // What was asked about is not there any more.
    if (question?.formId === formId) question.answer(true);
  };
}

/** The question that is open. */
export function openQuestion(): LeaveQuestion | null {
  return question;
}

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks about any unsaved form before something ends that is needed for saving it. True: go on. */
export async function confirmLeaving(): Promise<boolean> {
  const [formId] = unsaved.keys();
  return formId === undefined || (await askAbout(formId));
}

/** Resolves to true when the changes are kept, which means that nobody goes anywhere. */
async function keepsChanges(departure: Departure): Promise<boolean> {
  const formId = [...unsaved].find(([, isLost]) => isLost(departure))?.[0];
  return formId !== undefined && !(await askAbout(formId));
}

/** Resolves to true when the changes may be lost. */
function askAbout(formId: string): Promise<boolean> {
  // Whoever wants to go elsewhere meanwhile does not want to go where the first question was about.
  question?.answer(false);
  return new Promise((resolve) => {
    const asked: LeaveQuestion = {
      formId,
      answer: (leaves) => {
        if (question === asked) show(null);
        resolve(leaves);
      },
    };
    show(asked);
  });
}

function show(next: LeaveQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}
