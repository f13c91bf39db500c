import type { ExitReason } from './exit-reasons.ts';

export interface DeletionDraft {
  typed: string;
  reasons: readonly ExitReason[];
  feedback: string;
}

export interface DeletionProblems {
  typed?: string;
  reasons?: string;
}

/** What keeps a project from being deleted; nothing when it may go. Nobody on a free plan is asked for reasons. */
export function deletionProblems(
  { typed, reasons }: Pick<DeletionDraft, 'typed' | 'reasons'>,
  { name, isAsked }: { name: string; isAsked: boolean },
): DeletionProblems {
  return {
    ...(typed === name ? {} : { typed: 'Value entered does not match' }),
    ...(isAsked && reasons.length === 0
      ? { reasons: 'Please select at least one reason for deleting your project' }
      : {}),
  };
}
