import type { Project } from '@basalt/contract';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { RestoreInPlaceDialog } from './restore-in-place-dialog.tsx';
import type { RestoreState, RestoreTarget } from './restore-machine.ts';
import { ReturnDialog } from './return-dialog.tsx';
import type { NewProject } from './use-restore.ts';

export interface RestoreDialogProps {
  project: Project;
  zone: string;
  state: RestoreState;
  cancel: () => void;
  edit: () => void;
  startInPlace: (target: RestoreTarget) => void;
  startNewProject: (target: RestoreTarget, made: NewProject) => void;
}

/** The dialogs between wanting something back and having it; at most one is open. */
export function RestoreDialogs(props: RestoreDialogProps) {
  return (
    <>
      <RestoreInPlaceDialog {...props} />
      <ReturnDialog {...props} />
      <NewProjectDialog {...props} />
    </>
  );
}
