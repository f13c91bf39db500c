import type { StoredSetting } from '@basalt/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './stored-settings.module.css';

interface ResetDialogProps {
  /** What is to be reset; null: the dialog is closed. */
  settings: readonly StoredSetting[] | null;
  isRunning: boolean;
  onClose: () => void;
  onReset: (settings: readonly StoredSetting[]) => void;
}

/** Shows the statements before they are run. */
export function ResetDialog({ settings, isRunning, onClose, onReset }: ResetDialogProps) {
  const statements = settings?.map(({ undo }) => `${undo};`).join('\n') ?? '';
  return (
    <ConfirmDialog
      opened={settings !== null}
      onClose={onClose}
      title={settings !== null && settings.length > 1 ? `Reset ${settings.length} settings` : 'Reset setting'}
      confirmLabel="Reset"
      isRunning={isRunning}
      onConfirm={() => settings !== null && onReset(settings)}
    >
      <div className={classes.question}>
        <p>This is run on the database:</p>
        <CodeBlock value={statements} label="statements" wrap />
        <p>
          It holds for new connections. Open ones keep what they have; restarting the project closes those of
          its API.
        </p>
      </div>
    </ConfirmDialog>
  );
}
