import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { disabledReason } from './commands.ts';
import { type RestartScope, type SimpleCommand, useCommand } from './use-command.ts';

interface CommandButtonProps {
  project: Project;
  command: SimpleCommand;
  variant?: NonNullable<ButtonProps['variant']>;
  label?: string;
}

/** A button that pauses or restarts after asking, or says why it cannot. */
export function CommandButton({ project, command, variant = 'default', label }: CommandButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <GuardedButton
        variant={variant}
        reason={disabledReason(command, project)}
        onClick={() => setAsking(true)}
      >
        {label ?? commandLabels(command).label}
      </GuardedButton>
      <CommandDialog project={project} command={command} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

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

interface CommandLabels {
  label: string;
  /** What will happen, before it does. */
  question: string;
}

const PAUSE: CommandLabels = {
  label: 'Pause project',
  question:
    'The database stops and every connection to it is closed, so apps that use this project stop working. All data is kept, and the project can be restored at any time.',
};

const RESTART: Record<RestartScope, CommandLabels> = {
  project: {
    label: 'Restart project',
    question:
      'The database and all services of the project stop and start again. Open connections are closed and statements under way are canceled; committed data is safe.',
  },
  database: {
    label: 'Restart database',
    question:
      'The database stops and starts again; the other services of the project go on and connect again by themselves. Open connections are closed and statements under way are canceled; committed data is safe.',
  },
};

/** What a command is called and what it does. */
function commandLabels(command: SimpleCommand, scope: RestartScope = 'project'): CommandLabels {
  return command === 'pause' ? PAUSE : RESTART[scope];
}
