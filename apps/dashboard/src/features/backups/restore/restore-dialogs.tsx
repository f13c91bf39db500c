import { useLast } from '../../../lib/use-last.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { awayLabels, engineLabels } from '../state/backup-labels.ts';
import { momentText } from '../time/moment-labels.ts';
import { NewProjectDialog } from './new-project-dialog.tsx';
import classes from './restore-dialogs.module.css';
import type { RestoreDialogProps } from './use-restore.ts';

/** The dialogs between wanting something back and having it; at most one is open. */
export function RestoreDialogs(props: RestoreDialogProps) {
  useReturnFocus(props.state.step !== 'idle');
  return (
    <>
      <RestoreInPlaceDialog {...props} />
      <ReturnDialog {...props} />
      <NewProjectDialog {...props} />
    </>
  );
}

/** Says what a restore in place does, and asks for the project's name. */
function RestoreInPlaceDialog({ project, zone, state, cancel, startInPlace }: RestoreDialogProps) {
  const isOpen = 'way' in state && state.way === 'in-place' && state.target.kind !== 'kept';
  const target = useLast(isOpen ? state.target : null);
  if (target === null || target.kind === 'kept') return null;
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={cancel}
      title="Restore in place"
      confirmLabel="Restore"
      typedName={project.name}
      danger
      isRunning={state.step === 'starting'}
      onConfirm={() => startInPlace(target)}
    >
      <p>
        <strong>{project.name}</strong> becomes what it was on{' '}
        <strong className={classes.moment}>{momentText(target.at, zone)}</strong>
        {target.kind === 'backup' ? ', when this backup was taken.' : '.'}
      </p>
      <ul className={classes.list}>
        <li>
          The project is unavailable for {awayLabels(target.bytes)}. Connections end, and API requests are
          refused.
        </li>
        <li>Database, API keys and settings go back together.</li>
        <li>The present database is kept. You can go back to it at any time, until you delete it.</li>
      </ul>
      {state.step === 'refused' && <Notice tone="danger">{state.message}</Notice>}
    </ConfirmDialog>
  );
}

/** Asks before a kept database takes the place of the present one. */
function ReturnDialog({ zone, state, cancel, startInPlace }: RestoreDialogProps) {
  const isOpen = 'way' in state && state.target.kind === 'kept';
  const target = useLast(isOpen ? state.target : null);
  if (target?.kind !== 'kept') return null;
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={cancel}
      title="Go back to the kept database"
      confirmLabel="Go back to it"
      isRunning={state.step === 'starting'}
      onConfirm={() => startInPlace(target)}
    >
      <p>
        The database that was replaced on{' '}
        <strong className={classes.moment}>{momentText(target.at, zone)}</strong> (
        {engineLabels(target.engine)}) takes the place of the present one.
      </p>
      <ul className={classes.list}>
        <li>The project is unavailable for a few seconds. Connections end, and API requests are refused.</li>
        <li>What has been written since then is not in it.</li>
        <li>The present database is kept in turn, so this can be taken back.</li>
      </ul>
      {state.step === 'refused' && <Notice tone="danger">{state.message}</Notice>}
    </ConfirmDialog>
  );
}
