import type { RouterHistory } from '@tanstack/react-router';
import { sharedValue } from './shared-value.ts';

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

/** The forms of the page with unsaved changes, each with the path below which its changes stay, if there is one. */
const unsaved = new Map<string, string | undefined>();
/** The question that is open. */
export const question = sharedValue<LeaveQuestion | null>(null);
let stopBlocking: (() => void) | null = null;

/**
 * Keeps people from leaving the page of a form unasked: by a link, by going back, by a command, or by closing the tab.
 * However many forms are unsaved, there is one question. Going somewhere below the path `within` loses nothing of this form.
 * Returns what ends it.
 */
export function guardChanges(
  history: Pick<RouterHistory, 'block'>,
  formId: string,
  within?: string,
): () => void {
  unsaved.set(formId, within);
  stopBlocking ??= history.block({ enableBeforeUnload: true, blockerFn: keepsChanges });
  return () => {
    unsaved.delete(formId);
    if (unsaved.size === 0) {
      stopBlocking?.();
      stopBlocking = null;
    }
    const asked = question.get();
    if (asked?.formId === formId) passOn(asked);
  };
}

/** What was asked about is saved or gone: the question is about another unsaved form now, or has an answer. */
function passOn({ answer }: LeaveQuestion): void {
  const [formId] = unsaved.keys();
  if (formId === undefined) answer(true);
  else question.set({ formId, answer });
}

/** Asks about any unsaved form before something ends that is needed for saving it. True: go on. */
export async function confirmLeaving(): Promise<boolean> {
  const [formId] = unsaved.keys();
  return formId === undefined || (await askAbout(formId));
}

/** Resolves to true when the changes are kept, which means that nobody goes anywhere. */
async function keepsChanges({ currentLocation, nextLocation }: Departure): Promise<boolean> {
  // What is in the address besides the page, such as a filter, takes no form away.
  if (currentLocation.pathname === nextLocation.pathname) return false;
  const isKept = (path: string | undefined) =>
    path !== undefined && `${nextLocation.pathname}/`.startsWith(`${path}/`);
  if ([...unsaved.values()].every(isKept)) return false;
  return !(await confirmLeaving());
}

/** Resolves to true when the changes may be lost. */
function askAbout(formId: string): Promise<boolean> {
  // Whoever wants to go elsewhere meanwhile does not want to go where the first question was about.
  question.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      if (question.get()?.answer === answer) question.set(null);
      resolve(leaves);
    };
    question.set({ formId, answer });
  });
}
