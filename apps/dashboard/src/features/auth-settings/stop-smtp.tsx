import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { authConfigQuery } from '../../api/use-auth-config.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const NOTHING = {
  smtp_host: null,
  smtp_port: null,
  smtp_user: null,
  smtp_pass: null,
  smtp_admin_email: null,
  smtp_sender_name: null,
};

/** Goes back to the development mailbox, after asking. */
export function StopSmtp({ projectRef }: { projectRef: string }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stop = useAction({
    mutation: orpc.authConfig.v1Update.mutationOptions(),
    done: 'Successfully removed the mail server',
    failed: (message) => `Failed to remove the mail server: ${message}`,
    onDone: (saved) => {
      queries.setQueryData(authConfigQuery(projectRef).queryKey, saved);
      setAsking(false);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove server…</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void stop.run({ ref: projectRef, ...NOTHING })}
        title="Remove the mail server"
        confirmLabel="Remove server"
        danger
        isRunning={stop.isRunning}
      >
        Mail to users is no longer sent; it goes to the development mailbox. The settings, the password
        included, are deleted.
      </ConfirmDialog>
    </>
  );
}
