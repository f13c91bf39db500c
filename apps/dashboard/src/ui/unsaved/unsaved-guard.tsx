import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId } from 'react';
import { useShared } from '../../lib/shared-value.ts';
import { guardChanges, question } from '../../lib/unsaved-changes.ts';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then(({ LeaveDialog: it }) => ({ default: it })));

interface UnsavedGuardProps {
  /** Whether there is something that is not saved. */
  when: boolean;
  /** What is lost, where it is not simply the changes. */
  text?: string;
  /** A path below which the changes stay, so that nobody is asked. */
  within?: string;
}

/** Stands in every form: asks before somebody leaves the page with changes that are not saved. */
export function UnsavedGuard({ when, text, within }: UnsavedGuardProps) {
  const { history } = useRouter();
  const id = useId();
  useEffect(() => (when ? guardChanges(history, id, within) : undefined), [history, id, when, within]);
  const asked = useShared(question);
  if (asked?.formId !== id) return null;
  return (
    <Suspense>
      <LeaveDialog text={text} onAnswer={asked.answer} />
    </Suspense>
  );
}
