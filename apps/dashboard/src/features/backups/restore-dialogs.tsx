import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { NewProjectDialog } from './new-project-dialog.tsx';
import type { RestoreDialogProps } from './restore-dialog-props.ts';
import { RestoreInPlaceDialog } from './restore-in-place-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';

/** The dialogs between wanting something back and having it; at most one is open. */
export function RestoreDialogs(props: RestoreDialogProps) {
  useReturnFocus(props.state.step !== 'idle');
  return (
    <>
      <RestoreInPlaceDialog {...props} />
      <ReturnDialog {...props} />
      <NewProjectDialog {...props} />
    </>
  );
}
