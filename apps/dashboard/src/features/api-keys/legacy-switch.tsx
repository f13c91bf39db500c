import type { Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { refreshKeys } from './refresh-keys.ts';

/** Switches anon and service_role on and off, after asking. */
export function LegacySwitch({ project, isOn }: { project: Project; isOn: boolean }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.apiKeys.v1SetLegacyEnabled.mutationOptions(),
    done: ({ enabled }) => `Successfully switched the legacy keys ${enabled ? 'on' : 'off'}`,
    failed: (message) => `Failed to switch the legacy keys: ${message}`,
    onDone: () => refreshKeys(queries, project.ref),
  });
  const label = `Switch legacy keys ${isOn ? 'off' : 'on'}`;
  return (
    <>
      <GuardedButton
        reason={
          project.abilities.update_api_config ? null : 'You need additional permissions to change API keys'
        }
        onClick={() => setAsking(true)}
      >
        {label}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={label}
        confirmLabel={label}
        danger={isOn}
        isRunning={isRunning}
        onConfirm={async () => {
          await run({ params: { ref: project.ref }, query: { enabled: !isOn } });
          setAsking(false);
        }}
      >
        {isOn ? (
          <p>
            Requests that bring the anon or the service_role key are refused at once. Make sure that every app
            has a publishable or a secret key. The legacy keys can be switched on again.
          </p>
        ) : (
          <p>The anon and service_role keys are accepted again.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
