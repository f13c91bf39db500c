import type { Project } from '@basalt/contract';
import type { ButtonProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { useRestoreFlow } from './use-restore-flow.ts';

const RestoreDialogs = lazy(() =>
  import('./restore-dialogs.tsx').then((module) => ({ default: module.RestoreDialogs })),
);

interface RestoreButtonProps {
  project: Project;
  variant?: NonNullable<ButtonProps['variant']>;
  label?: string;
}

/** Starts a paused project after the questions that come first, or says why it cannot. */
export function RestoreButton({
  project,
  variant = 'default',
  label = 'Restore project',
}: RestoreButtonProps) {
  const flow = useRestoreFlow(project);
  const { state, reason, press } = flow;
  useReturnFocus(state.at !== 'idle');
  return (
    <>
      <GuardedButton
        variant={variant}
        reason={reason}
        loading={state.at === 'checking'}
        onClick={() => void press()}
      >
        {label}
      </GuardedButton>
      <Suspense>{state.at !== 'idle' && <RestoreDialogs project={project} flow={flow} />}</Suspense>
    </>
  );
}
