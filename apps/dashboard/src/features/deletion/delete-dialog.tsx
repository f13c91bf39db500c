import '../../theme/dialog.ts';
import type { Project } from '@basalt/contract';
import { Modal } from '@mantine/core';
import type { useBackupDownload } from '../../lib/use-backup-download.ts';
import { DeleteForm } from './delete-form.tsx';
import type { useDeleteProject } from './use-delete-project.ts';

export interface DeleteDialogProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
  deletion: ReturnType<typeof useDeleteProject>;
  backup: ReturnType<typeof useBackupDownload>;
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
      title={`Delete ${rest.project.name}`}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DeleteForm {...rest} onCancel={leave} onDeleted={onClose} />
    </Modal>
  );
}
