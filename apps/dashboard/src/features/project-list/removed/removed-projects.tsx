import { lazy, Suspense } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { RemovedLine } from './removed-line.tsx';

const RemovedDialog = lazy(() =>
  import('./removed-dialog.tsx').then((module) => ({ default: module.RemovedDialog })),
);

/** What was deleted and can still come back: a line, and a dialog when it is asked for. */
export function RemovedProjects({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useReturnFocus(isOpen);
  return (
    <>
      <RemovedLine />
      <Suspense>{isOpen && <RemovedDialog onClose={onClose} />}</Suspense>
    </>
  );
}
