import type { ApiKey } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LastUse } from './last-use.tsx';
import { refreshKeys } from './refresh-keys.ts';
import { useLastUses } from './use-last-uses.ts';

interface DeleteKeyDialogProps {
  projectRef: string;
  apiKey: ApiKey;
  onClose: () => void;
}

/** Deletes a key after its name has been typed. */
export function DeleteKeyDialog({ projectRef, apiKey, onClose }: DeleteKeyDialogProps) {
  const queries = useQueryClient();
  const lastUses = useLastUses(projectRef);
  const { run, isRunning } = useAction({
    mutation: orpc.apiKeys.v1Delete.mutationOptions(),
    done: 'Successfully deleted the API key',
    failed: (message) => `Failed to delete API key: ${message}`,
    onDone: () => refreshKeys(queries, projectRef),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${apiKey.type} key`}
      confirmLabel="Delete key"
      typedName={apiKey.name}
      danger
      isRunning={isRunning}
      onConfirm={async () => {
        await run({ params: { ref: projectRef, id: apiKey.id ?? '' }, query: {} });
        onClose();
      }}
    >
      <p>
        Requests that bring this key are refused at once. This cannot be undone; a new key is another key.
      </p>
      <LastUse id={apiKey.id} lastUses={lastUses} />
    </ConfirmDialog>
  );
}
