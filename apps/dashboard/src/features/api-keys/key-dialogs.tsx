import type { Project } from '@basalt/contract';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import type { KeyChange } from './key-change.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

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
