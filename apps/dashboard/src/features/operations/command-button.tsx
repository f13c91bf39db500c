import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { type CommandName, whyNot } from './commands.ts';
import { useCommand } from './use-command.ts';

type Repeatable = Exclude<CommandName, 'delete'>;

const WORDS: Record<Repeatable, { label: string; question: ReactNode }> = {
  pause: {
    label: 'Pause project',
    question: (
      <p>
        The database stops and every connection to it is closed, so apps that use this project stop working.
        All data is kept, and the project can be restored at any time.
      </p>
    ),
  },
  restore: {
    label: 'Restore project',
    question: (
      <p>The database starts again with all of its data, at the same address and with the same password.</p>
    ),
  },
  restart: {
    label: 'Restart project',
    question: (
      <p>
        The database stops and starts again. Open connections are closed and statements under way are
        cancelled; committed data is safe.
      </p>
    ),
  },
};

interface CommandButtonProps {
  project: Project;
  command: Repeatable;
  variant?: NonNullable<ButtonProps['variant']>;
  label?: string;
}

/** A button that pauses, restores or restarts after asking, or says why it cannot. */
export function CommandButton({ project, command, variant = 'default', label }: CommandButtonProps) {
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useCommand(project, command);
  const words = WORDS[command];
  const reason = whyNot(command, project);
  return (
    <>
      <GuardedButton variant={variant} reason={reason} onClick={() => setAsking(true)}>
        {label ?? words.label}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.label}
        confirmLabel={words.label}
        onConfirm={async () => {
          await run();
          setAsking(false);
        }}
        isRunning={isRunning}
      >
        {words.question}
      </ConfirmDialog>
    </>
  );
}
