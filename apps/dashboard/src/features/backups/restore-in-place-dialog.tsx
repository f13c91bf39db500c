import { useLast } from '../../lib/use-last.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { awayLabels } from './backup-labels.ts';
import { momentText } from './moment-labels.ts';
import type { RestoreDialogProps } from './restore-dialog-props.ts';
import classes from './restore-dialogs.module.css';

/** Says what a restore in place does, and asks for the project's name. */
export function RestoreInPlaceDialog({ project, zone, state, cancel, startInPlace }: RestoreDialogProps) {
  const isOpen = 'way' in state && state.way === 'in-place' && state.target.kind !== 'point';
  const target = useLast(isOpen ? state.target : null);
  if (target === null || target.kind === 'point') return null;
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
          The project is away for {awayLabels(target.bytes)}. Connections end, and API requests are refused.
        </li>
        <li>Database, API keys and settings go back together.</li>
        <li>
          The present database is kept as a restore point. You can go back to it at any time, until you delete
          it.
        </li>
      </ul>
      {state.step === 'refused' && <Notice tone="danger">{state.message}</Notice>}
    </ConfirmDialog>
  );
}
