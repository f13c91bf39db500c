import type { SigningKey } from '@basalt/contract';
import { MoveSigningKeyDialog } from './move-signing-key-dialog.tsx';
import { NewSigningKeyDialog } from './new-signing-key-dialog.tsx';
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
