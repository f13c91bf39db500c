import type { Project } from '@basalt/contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { commandLabels } from './command-labels.ts';
import { type RestartScope, type SimpleCommand, useCommand } from './use-command.ts';

interface CommandDialogProps {
  project: Project;
  command: SimpleCommand;
  scope?: RestartScope;
  opened: boolean;
  onClose: () => void;
}

/** Says what will happen before a project is paused or restarted. */
export function CommandDialog({ project, command, scope = 'project', opened, onClose }: CommandDialogProps) {
  const { run, isRunning } = useCommand(project, command, scope);
  const { label, question } = commandLabels(command, scope);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={label}
      confirmLabel={label}
      isRunning={isRunning}
      onConfirm={() => void run().then(onClose)}
    >
      <p>{question}</p>
    </ConfirmDialog>
  );
}
