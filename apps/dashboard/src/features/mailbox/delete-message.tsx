import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DeleteMessageProps {
  projectRef: string;
  id: number;
  onDeleted: () => void;
}

/** Takes one message out of the mailbox, after asking. */
export function DeleteMessage({ projectRef, id, onDeleted }: DeleteMessageProps) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction({
    mutation: orpc.mailbox.delete.mutationOptions(),
    done: 'Successfully deleted the message',
    failed: (message) => `Failed to delete message: ${message}`,
    onDone: async () => {
      onDeleted();
      await queries.invalidateQueries({ queryKey: orpc.mailbox.list.key() });
    },
  });
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref: projectRef, id })}
        title="Delete message"
        confirmLabel="Delete message"
        danger
        isRunning={remove.isRunning}
      >
        Its link and code stay valid until they expire. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
