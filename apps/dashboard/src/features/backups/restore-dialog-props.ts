import type { Project } from '@basalt/contract';
import type { RestoreState, RestoreTarget } from './restore-machine.ts';
import type { NewProject } from './use-restore.ts';

/** What every dialog of a restoration needs; which of them is open is in the state. */
export interface RestoreDialogProps {
  project: Project;
  zone: string;
  state: RestoreState;
  cancel: () => void;
  edit: () => void;
  startInPlace: (target: RestoreTarget) => void;
  startNewProject: (target: RestoreTarget, made: NewProject) => void;
}
