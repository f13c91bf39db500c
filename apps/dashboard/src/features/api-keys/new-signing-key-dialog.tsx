import '../../theme/dialog.ts';
import type { SigningAlgorithm } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { refreshKeys } from './refresh-keys.ts';
import { ALGORITHM_WORDS } from './signing-key-labels.ts';

const ALGORITHMS = (Object.keys(ALGORITHM_WORDS) as SigningAlgorithm[]).map((value) => ({
  value,
  label: value,
  description: ALGORITHM_WORDS[value],
}));

/** Makes a signing key that waits until somebody rotates to it. */
export function NewSigningKeyDialog({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [algorithm, setAlgorithm] = useState<SigningAlgorithm>('ES256');
  const create = useAction({
    mutation: orpc.signingKeys.v1Create.mutationOptions(),
    done: 'Successfully created the standby key',
    onDone: async () => {
      await refreshKeys(queries, projectRef);
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isRunning) void create.run({ ref: projectRef, algorithm, status: 'standby' });
  }

  return (
    <Modal opened onClose={onClose} title="New standby key" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        {create.error !== null && <Notice tone="danger">{create.error.message}</Notice>}
        <RadioGroup label="Algorithm" options={ALGORITHMS} value={algorithm} onChange={setAlgorithm} />
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={create.isRunning}>
            Create standby key
          </Button>
        </div>
      </form>
    </Modal>
  );
}
