import type { Operation, OperationKind, ProjectAbility } from '@basalt/contract';

/** Everything that shows a project as being restored. */
export const RESTORE_KINDS = ['restore', 'restore_backup', 'return_to', 'recover', 'reset_branch'] as const;
export type RestoreKind = (typeof RESTORE_KINDS)[number];

interface RestoreLabels {
  /** What is going on, after the project's name. */
  running: (name: string) => string;
  done: (name: string) => string;
  /** After it was taken back. */
  undone: string;
  /** Who may call it off; null: nobody. */
  cancel: ProjectAbility | null;
}

const LABELS: Record<RestoreKind, RestoreLabels> = {
  restore: {
    running: (name) => `The database of ${name} is starting with all of its data.`,
    done: (name) => `${name} is running again.`,
    undone: 'The project is as it was before.',
    cancel: 'resume_project',
  },
  restore_backup: {
    running: (name) =>
      `A backup of ${name} is being restored. The present database is kept, and you can go back to it.`,
    done: (name) => `${name} is running on the restored database. The former one is kept.`,
    undone: 'The project runs on the database it had before. Nothing was lost.',
    cancel: 'restore_backup',
  },
  return_to: {
    running: (name) =>
      `${name} goes back to a former database. The present one is kept, and you can go back to it.`,
    done: (name) => `${name} is back on its former database. The one it left is kept.`,
    undone: 'The project runs on the database it had before. Nothing was lost.',
    cancel: 'restore_backup',
  },
  reset_branch: {
    running: (name) => `The branch ${name} becomes what its project is now.`,
    done: (name) => `${name} is what its project was when the reset began.`,
    undone: 'The branch is as it was before.',
    cancel: 'manage_branches',
  },
  recover: {
    running: (name) => `${name} comes back with all of its data.`,
    done: (name) => `${name} is back and running.`,
    undone: 'The project is as it was before.',
    cancel: null,
  },
};

/** The words for a restoration; for a plain one while it is not known which. */
export function restorationLabels(kind: OperationKind | undefined): RestoreLabels {
  return LABELS[RESTORE_KINDS.find((known) => known === kind) ?? 'restore'];
}

/** Whether the project is up because what was begun was taken back. */
export function wasTakenBack(operation: Pick<Operation, 'state'> | undefined): boolean {
  return operation?.state === 'failed';
}
