import type { RunningQuery } from '@basalt/contract';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface TerminateDialogProps {
  projectRef: string;
  /** The statement whose connection would be closed; null while nobody asks. */
  query: RunningQuery | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a connection is closed: its client loses its transaction and everything that belongs to its session. */
export function TerminateDialog({ projectRef, query, onClose, onDone }: TerminateDialogProps) {
  const { run, isRunning } = useAction({
    mutation: orpc.databaseQueries.terminate.mutationOptions(),
    done: ({ ended }) => (ended ? 'The connection was closed' : 'The connection was closed already'),
    failed: (message) => `Failed to terminate the query: ${message}`,
    onDone,
  });
  const confirm = async () => {
    if (query === null) return;
    await run({ ref: projectRef, pid: query.pid, connected_at: query.connected_at });
    onClose();
  };
  return (
    <ConfirmDialog
      opened={query !== null}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Close connection ${query?.pid ?? ''}?`}
      confirmLabel="Terminate"
      danger
      isRunning={isRunning}
    >
      The statement stops, its transaction is undone and the client of user {query?.user} loses its
      connection. Cancel the query instead to stop only the statement.
    </ConfirmDialog>
  );
}
