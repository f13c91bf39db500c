import type { ApiKey } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { KeyForm } from './key-form.tsx';
import { refreshKeys } from './refresh-keys.ts';

interface EditKeyDialogProps {
  projectRef: string;
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes what a key is called and what is said about it; the key itself stays. */
export function EditKeyDialog({ projectRef, apiKey, onClose }: EditKeyDialogProps) {
  const queries = useQueryClient();
  const update = useAction({
    mutation: orpc.apiKeys.v1Update.mutationOptions(),
    done: 'Successfully updated the API key',
    onDone: async () => {
      await refreshKeys(queries, projectRef);
      onClose();
    },
  });
  return (
    <KeyForm
      title={`Edit ${apiKey.type} key`}
      submitLabel="Save"
      initial={{ name: apiKey.name, description: apiKey.description ?? '' }}
      isRunning={update.isRunning}
      error={update.error}
      onEdit={update.reset}
      onClose={onClose}
      onSubmit={({ name, description }) =>
        void update.run({
          params: { ref: projectRef, id: apiKey.id ?? '' },
          query: {},
          body: { name, description: description === '' ? null : description },
        })
      }
    />
  );
}
