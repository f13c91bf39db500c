import type { ApiKeyType } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { KeyForm } from './key-form.tsx';
import { refreshKeys } from './refresh-keys.ts';

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
export function NewKeyDialog({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [type, setType] = useState<ApiKeyType>('publishable');
  const create = useAction({
    mutation: orpc.apiKeys.v1Create.mutationOptions(),
    done: ({ name }) => `Successfully created the API key ${name}`,
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
