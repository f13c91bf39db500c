import '../../theme/dialog.ts';
import type { SigningAlgorithm, SigningKey } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { refreshKeys } from './refresh-keys.ts';
import { ALGORITHM_LABELS, MOVE_LABELS } from './signing-key-labels.ts';
import type { Move } from './signing-key-moves.ts';

/** What somebody is about to do with the signing keys. */
export type SigningKeyChange = { kind: 'create' } | { kind: 'move'; key: SigningKey; move: Move };

interface SigningKeyDialogsProps {
  projectRef: string;
  change: SigningKeyChange;
  onClose: () => void;
}

export function SigningKeyDialogs({ projectRef, change, onClose }: SigningKeyDialogsProps) {
  if (change.kind === 'create') return <NewSigningKeyDialog projectRef={projectRef} onClose={onClose} />;
  return (
    <MoveSigningKeyDialog
      projectRef={projectRef}
      signingKey={change.key}
      move={change.move}
      onClose={onClose}
    />
  );
}

const ALGORITHMS = (Object.keys(ALGORITHM_LABELS) as SigningAlgorithm[]).map((value) => ({
  value,
  label: value,
  description: ALGORITHM_LABELS[value],
}));

/** Makes a signing key that waits until somebody rotates to it. */
function NewSigningKeyDialog({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [algorithm, setAlgorithm] = useState<SigningAlgorithm>('ES256');
  const create = useAction({
    mutation: orpc.signingKeys.v1Create.mutationOptions(),
    done: 'Created the standby key',
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

interface MoveSigningKeyDialogProps {
  projectRef: string;
  signingKey: SigningKey;
  move: Move;
  onClose: () => void;
}

/** Rotates to, revokes, deletes or otherwise moves a signing key, after asking. */
function MoveSigningKeyDialog({ projectRef, signingKey, move, onClose }: MoveSigningKeyDialogProps) {
  const queries = useQueryClient();
  const labels = MOVE_LABELS[move.name];
  const texts = {
    done: labels.done,
    failed: (message: string) => `Failed to change the signing key: ${message}`,
    onDone: () => refreshKeys(queries, projectRef),
  };
  const update = useAction({ mutation: orpc.signingKeys.v1Update.mutationOptions(), ...texts });
  const remove = useAction({ mutation: orpc.signingKeys.v1Delete.mutationOptions(), ...texts });
  const target = { ref: projectRef, id: signingKey.id };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={labels.label}
      confirmLabel={labels.label}
      danger={labels.isDangerous}
      isRunning={update.isRunning || remove.isRunning}
      onConfirm={async () => {
        if (move.to === null) await remove.run(target);
        else await update.run({ ...target, status: move.to });
        onClose();
      }}
    >
      <p>{labels.question}</p>
      <p>
        {signingKey.algorithm} <code>{signingKey.id}</code>
      </p>
    </ConfirmDialog>
  );
}
