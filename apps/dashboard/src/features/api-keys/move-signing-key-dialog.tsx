import type { SigningKey } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { refreshKeys } from './refresh-keys.ts';
import { MOVE_WORDS } from './signing-key-labels.ts';
import type { Move } from './signing-key-moves.ts';

interface MoveSigningKeyDialogProps {
  projectRef: string;
  signingKey: SigningKey;
  move: Move;
  onClose: () => void;
}

/** Rotates to, revokes, deletes or otherwise moves a signing key, after asking. */
export function MoveSigningKeyDialog({ projectRef, signingKey, move, onClose }: MoveSigningKeyDialogProps) {
  const queries = useQueryClient();
  const words = MOVE_WORDS[move.name];
  const texts = {
    done: words.done,
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
      title={words.label}
      confirmLabel={words.label}
      danger={words.isDangerous}
      isRunning={update.isRunning || remove.isRunning}
      onConfirm={async () => {
        if (move.to === null) await remove.run(target);
        else await update.run({ ...target, status: move.to });
        onClose();
      }}
    >
      <p>{words.question}</p>
      <p>
        {signingKey.algorithm} <code>{signingKey.id}</code>
      </p>
    </ConfirmDialog>
  );
}
