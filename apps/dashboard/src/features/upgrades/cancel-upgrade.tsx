import type { Project } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { cancelDisabledReason } from './disabled-reason.ts';

/** Calls an upgrade off: the project goes on with the old cluster. */
export function CancelUpgrade({ project, from }: { project: Project; from: number }) {
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.upgrades.cancel.mutationOptions(),
    done: 'Cancelling the upgrade',
    failed: (message) => `Failed to cancel the upgrade: ${message}`,
  });
  return (
    <>
      <GuardedButton reason={cancelDisabledReason(project)} onClick={() => setAsking(true)}>
        Cancel upgrade
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Cancel upgrade"
        confirmLabel="Go back to the old database"
        isRunning={isRunning}
        onConfirm={() => void run({ ref: project.ref }).then(() => setAsking(false))}
      >
        <p>
          The project goes back to PostgreSQL {from} with all its data, within a few seconds. What has been
          copied so far is deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}
