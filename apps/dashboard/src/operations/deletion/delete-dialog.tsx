import '../../theme/dialog.ts';
import { Modal } from '@mantine/core';
import { shortName } from '../../lib/short-name.ts';
import { type Deletable, DeleteForm } from './delete-form.tsx';

interface DeleteDialogProps extends Deletable {
  opened: boolean;
  onClose: () => void;
}

/** Asks for the name and, where somebody pays, for the reasons. Every opening begins with an empty form. */
export function DeleteDialog({ opened, onClose, ...rest }: DeleteDialogProps) {
  const leave = () => {
    if (!rest.deletion.isRunning) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={`Delete ${shortName(rest.project.name)}`}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DeleteForm {...rest} onCancel={leave} onDeleted={onClose} />
    </Modal>
  );
}
