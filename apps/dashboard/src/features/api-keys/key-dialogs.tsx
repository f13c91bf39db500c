import type { ApiKey, ApiKeyType, Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { KeyForm } from './key-form.tsx';
import type { KeyChange } from './keys-state.ts';
import { LastUse, useLastUses } from './last-use.tsx';
import { refreshKeys } from './refresh-keys.ts';

interface KeyDialogsProps {
  project: Project;
  change: KeyChange;
  onClose: () => void;
}

/** The dialog for what somebody is about to do with a key. */
export function KeyDialogs({ project: { ref }, change, onClose }: KeyDialogsProps) {
  if (change.kind === 'create') return <NewKeyDialog projectRef={ref} onClose={onClose} />;
  if (change.kind === 'edit') return <EditKeyDialog projectRef={ref} apiKey={change.key} onClose={onClose} />;
  return <DeleteKeyDialog projectRef={ref} apiKey={change.key} onClose={onClose} />;
}

const TYPES: ReadonlyArray<{ value: ApiKeyType; label: string; description: string }> = [
  {
    value: 'publishable',
    label: 'Publishable',
    description: 'For browsers and mobile apps. Everybody may see it.',
  },
  {
    value: 'secret',
    label: 'Secret',
    description: 'For servers and scripts. It bypasses row level security.',
  },
];

/** Makes a publishable or a secret key. */
function NewKeyDialog({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [type, setType] = useState<ApiKeyType>('publishable');
  const create = useAction({
    mutation: orpc.apiKeys.v1Create.mutationOptions(),
    done: ({ name }) => `Created the API key ${name}`,
    onDone: async () => {
      await refreshKeys(queries, projectRef);
      onClose();
    },
  });
  return (
    <KeyForm
      title="New API key"
      submitLabel="Create API key"
      initial={{ name: '', description: '' }}
      isRunning={create.isRunning}
      error={create.error}
      onEdit={create.reset}
      onClose={onClose}
      onSubmit={({ name, description }) =>
        void create.run({
          params: { ref: projectRef },
          query: {},
          body: { type, name, ...(description === '' ? {} : { description }) },
        })
      }
    >
      <RadioGroup
        label="Type"
        options={TYPES}
        value={type}
        onChange={(value) => {
          setType(value);
          create.reset();
        }}
      />
    </KeyForm>
  );
}

interface EditKeyDialogProps {
  projectRef: string;
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes what a key is called and what is said about it; the key itself stays. */
function EditKeyDialog({ projectRef, apiKey, onClose }: EditKeyDialogProps) {
  const queries = useQueryClient();
  const update = useAction({
    mutation: orpc.apiKeys.v1Update.mutationOptions(),
    done: 'Updated the API key',
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

interface DeleteKeyDialogProps {
  projectRef: string;
  apiKey: ApiKey;
  onClose: () => void;
}

/** Deletes a key after its name has been typed. */
function DeleteKeyDialog({ projectRef, apiKey, onClose }: DeleteKeyDialogProps) {
  const queries = useQueryClient();
  const lastUses = useLastUses(projectRef);
  const { run, isRunning } = useAction({
    mutation: orpc.apiKeys.v1Delete.mutationOptions(),
    done: 'Deleted the API key',
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
