import { type PauseStatus, type Project, TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { api, orpc } from '../../api/client.ts';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { disabledReason } from '../commands/commands.ts';
import { showStatus } from '../refresh-project.ts';
import { IDLE, restoreReducer } from './restore-machine.ts';
import { decodeVersion } from './version-choice.ts';

/** Runs the restore machine for a project: asks for the limit, asks the person, starts. */
export function useRestoreFlow(project: Project) {
  const [state, dispatch] = useReducer(restoreReducer, IDLE);
  const queryClient = useQueryClient();
  const { restore } = useRestore(project.ref);
  const { data: pause } = usePauseStatus(project.ref);
  const reason = disabledReason('restore', project) ?? (pause?.can_restore === false ? tooLate(pause) : null);

  async function press() {
    dispatch({ type: 'press', isPermitted: reason === null });
    if (reason !== null) return;
    try {
      const members = await queryClient.fetchQuery(
        orpc.pauseAndDeletion.reachedFreeLimit.queryOptions({
          input: { slug: project.organization_slug },
          staleTime: 0,
          retry: false,
        }),
      );
      dispatch({ type: 'checked', members });
    } catch {
      dispatch({ type: 'check-failed' });
    }
  }

  /** `choice`: the version that the picker shows. */
  async function confirm(choice: string) {
    dispatch({ type: 'choose', choice });
    dispatch({ type: 'confirm' });
    dispatch({ type: (await restore(choice)) ? 'accepted' : 'refused' });
  }

  return { state, reason, press, confirm, dispatch };
}

function tooLate({ max_days_till_restore_disabled: days }: PauseStatus): string {
  return `A project that has been paused for more than ${days} days cannot be restored here. Its page says what you can do.`;
}

/**
 * Starts a paused project again. `restore` takes a choice of the version picker, empty for the project's own version,
 * and resolves to whether the server has accepted.
 */
function useRestore(ref: string | undefined): { restore: (choice: string) => Promise<boolean> } {
  const queryClient = useQueryClient();
  const { run } = useAction({
    mutation: {
      mutationFn: (input: { ref: string; choice: string }) =>
        api.projects.restore({ ref: input.ref, ...decodeVersion(input.choice) }),
    },
    done: 'Restoring project',
    failed: (message) => `Failed to restore project: ${message}`,
    onDone: (_, input) => showStatus(queryClient, input.ref, TRANSITIONS.restore.during),
  });
  async function restore(choice: string): Promise<boolean> {
    if (ref === undefined) {
      await showToast('failed', 'Unable to restore: project is required');
      return false;
    }
    return (await run({ ref, choice })) !== undefined;
  }
  return { restore };
}
