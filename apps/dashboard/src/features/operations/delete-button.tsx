import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { whyNot } from './commands.ts';
import { useDeleteProject } from './use-delete-project.ts';

interface DeleteButtonProps {
  project: Project;
  variant?: NonNullable<ButtonProps['variant']>;
}

/** Deletes a project after its name has been typed, or says why it cannot. */
export function DeleteButton({ project, variant = 'light' }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useDeleteProject(project);
  return (
    <>
      <GuardedButton
        variant={variant}
        color="red"
        reason={whyNot('delete', project)}
        onClick={() => setAsking(true)}
      >
        Delete project
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${project.name}`}
        confirmLabel="Delete project"
        typedName={project.name}
        danger
        isRunning={isRunning}
        onConfirm={async () => {
          await run();
          setAsking(false);
        }}
      >
        <p>The database of this project and everything in it are removed for good. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
