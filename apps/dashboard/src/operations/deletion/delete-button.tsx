import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useBackupDownload } from '../../lib/use-backup-download.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { disabledReason } from '../commands/commands.ts';
import { useDeleteProject } from './use-delete-project.ts';

const DeleteDialog = lazy(() =>
  import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })),
);

interface DeleteButtonProps {
  project: Project;
  variant?: NonNullable<ButtonProps['variant']>;
}

/** Deletes a project after its name has been typed, or says why it cannot. */
export function DeleteButton({ project, variant = 'light' }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const deletion = useDeleteProject(project);
  useReturnFocus(asking);
  // A file that is being written goes on when the dialog is closed.
  const backup = useBackupDownload(project.ref);
  return (
    <>
      <GuardedButton
        variant={variant}
        color="red"
        reason={disabledReason('delete', project)}
        onClick={() => {
          setLoaded(true);
          setAsking(true);
        }}
      >
        Delete project
      </GuardedButton>
      <Suspense>
        {isLoaded && (
          <DeleteDialog
            project={project}
            opened={asking}
            onClose={() => setAsking(false)}
            deletion={deletion}
            backup={backup}
          />
        )}
      </Suspense>
    </>
  );
}
