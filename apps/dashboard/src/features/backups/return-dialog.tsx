import { useLast } from '../../lib/use-last.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { engineLabels } from './backup-labels.ts';
import { momentText } from './moment-labels.ts';
import type { RestoreDialogProps } from './restore-dialog-props.ts';
import classes from './restore-dialogs.module.css';

/** Asks before a kept database takes the place of the present one. */
export function ReturnDialog({ zone, state, cancel, startInPlace }: RestoreDialogProps) {
  const isOpen = 'way' in state && state.target.kind === 'point';
  const target = useLast(isOpen ? state.target : null);
  if (target?.kind !== 'point') return null;
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
        <li>The project is away for a few seconds. Connections end, and API requests are refused.</li>
        <li>What has been written since then is not in it.</li>
        <li>The present database is kept in turn, so this can be taken back.</li>
      </ul>
      {state.step === 'refused' && <Notice tone="danger">{state.message}</Notice>}
    </ConfirmDialog>
  );
}
