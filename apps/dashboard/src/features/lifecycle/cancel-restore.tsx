import type { Project, ProjectAbility } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';

/** Calls a restoration off; what it did is taken back. */
export function CancelRestore({ project, ability }: { project: Project; ability: ProjectAbility }) {
  const { ref, abilities } = project;
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.pauseAndDeletion.v1CancelRestore.mutationOptions(),
    done: 'Cancelling the restoration',
    failed: (message) => `Failed to cancel the restoration: ${message}`,
  });
  const reason = abilities[ability] ? null : 'You need additional permissions to cancel this restoration';
  return (
    <>
      <GuardedButton reason={reason} onClick={() => setAsking(true)}>
        Cancel restoration
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Cancel restoration"
        confirmLabel="Cancel restoration"
        isRunning={isRunning}
        onConfirm={() => void run({ ref }).then(() => setAsking(false))}
      >
        <p>What has been done so far is taken back, and the project is as it was before.</p>
      </ConfirmDialog>
    </>
  );
}
