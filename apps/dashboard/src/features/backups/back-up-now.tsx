import type { Operation, Project } from '@basalt/contract';
import { orpc } from '../../api/client.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { disabledReason } from './disabled-reason.ts';
import { useBackupAction } from './use-backups.ts';

/** Takes a backup at once. Its progress shows on the page. */
export function BackUpNow({ project, running }: { project: Project; running: Operation | null }) {
  const { run, isRunning } = useBackupAction({
    mutation: orpc.backups.create.mutationOptions(),
    done: 'Taking a backup',
    failed: (message) => `Failed to take a backup: ${message}`,
  });
  const isAtWork = running?.kind === 'back_up';
  return (
    <GuardedButton
      variant="filled"
      loading={isRunning}
      reason={isAtWork ? 'A backup is being taken.' : disabledReason('take', project, running !== null)}
      onClick={() => void run({ ref: project.ref })}
    >
      Back up now
    </GuardedButton>
  );
}
