import type { Project } from '@basalt/contract';
import { FreeLimitDialog } from './free-limit-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import type { useRestoreFlow } from './use-restore-flow.ts';

interface RestoreDialogsProps {
  project: Project;
  flow: ReturnType<typeof useRestoreFlow>;
}

/** The dialog of the state that the restore machine is in. */
export function RestoreDialogs({ project, flow }: RestoreDialogsProps) {
  const { state, dispatch, confirm } = flow;
  const cancel = () => dispatch({ type: 'cancel' });
  switch (state.at) {
    case 'blocked':
      return <FreeLimitDialog project={project} members={state.members} onClose={cancel} />;
    case 'choosing':
    case 'starting':
      return (
        <RestoreDialog
          projectRef={project.ref}
          choice={state.choice}
          isStarting={state.at === 'starting'}
          onChoose={(choice) => dispatch({ type: 'choose', choice })}
          onConfirm={(choice) => void confirm(choice)}
          onCancel={cancel}
        />
      );
    default:
      return null;
  }
}
