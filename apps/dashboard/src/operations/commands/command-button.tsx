import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { commandLabels } from './command-labels.ts';
import { disabledReason } from './commands.ts';
import type { SimpleCommand } from './use-command.ts';

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
