import '../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import form from '../form.module.css';

interface LeaveDialogProps {
  text?: string | undefined;
  /** True: leave, and lose the changes. */
  onAnswer: (leaves: boolean) => void;
}

/** Asks what is to become of changes that are not saved. Escape and Enter keep them. */
export function LeaveDialog({ text, onAnswer }: LeaveDialogProps) {
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title="Discard unsaved changes?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={form.form}>
        <p>{text ?? 'What you have changed on this page is not saved.'}</p>
        <div className={form.foot}>
          <Button color="red" variant="light" onClick={() => onAnswer(true)}>
            Discard and leave
          </Button>
          <Button variant="filled" data-autofocus onClick={() => onAnswer(false)}>
            Keep editing
          </Button>
        </div>
      </div>
    </Modal>
  );
}
