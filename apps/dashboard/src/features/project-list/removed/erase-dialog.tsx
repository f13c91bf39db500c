import type { RemovedProject } from '@basalt/contract';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRemovedProject } from './use-removed-project.ts';

/** The last question about a project. */
export function EraseDialog({ project, onClose }: { project: RemovedProject; onClose: () => void }) {
  const { erase, isErasing } = useRemovedProject(project);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Erase ${project.name}`}
      confirmLabel="Erase for good"
      typedName={project.name}
      danger
      isRunning={isErasing}
      onConfirm={() => void erase().then(onClose)}
    >
      <p>
        The database of this project, its settings, its backups and the files made for download are deleted
        now. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
