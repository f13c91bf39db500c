import { TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../refresh-project.ts';
import { decodeVersion } from './version-choice.ts';

/**
 * Starts a paused project again. `restore` takes a choice of the version picker, empty for the project's own version,
 * and resolves to whether the server has accepted.
 */
export function useRestore(ref: string | undefined): { restore: (choice: string) => Promise<boolean> } {
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
