import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { removedLine } from './removed-labels.ts';
import classes from './removed-projects.module.css';
import { useRemoved } from './use-removed.ts';

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

/** A quiet line that leads to what was deleted; nothing where nothing was. */
function RemovedLine() {
  const { data } = useRemoved();
  if (data === undefined || data.length === 0) return null;
  return (
    <Link
      from="/projects"
      to="/projects"
      search={(search) => ({ ...search, dialog: 'deleted' as const })}
      className={classes.line}
    >
      <IconArchive size={15} stroke={1.6} aria-hidden="true" />
      {removedLine(data.length)}
    </Link>
  );
}
