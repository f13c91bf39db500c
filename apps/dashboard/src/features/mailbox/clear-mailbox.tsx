import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Empties the mailbox, after asking. */
export function ClearMailbox({ projectRef, onCleared }: { projectRef: string; onCleared: () => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const clear = useAction({
    mutation: orpc.mailbox.clear.mutationOptions(),
    done: 'Successfully deleted all messages',
    failed: (message) => `Failed to delete messages: ${message}`,
    onDone: async () => {
      onCleared();
      await queries.invalidateQueries({ queryKey: orpc.mailbox.list.key() });
      setAsking(false);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete all…</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void clear.run({ ref: projectRef })}
        title="Delete all messages"
        confirmLabel="Delete all"
        danger
        isRunning={clear.isRunning}
      >
        All messages of this mailbox are deleted, those of a search that is not shown included. Links and
        codes in them stay valid. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
