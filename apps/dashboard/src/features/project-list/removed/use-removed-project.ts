import type { RemovedProject } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';

/** Brings a deleted project back, or erases it before its time. */
export function useRemovedProject({ ref, name }: Pick<RemovedProject, 'ref' | 'name'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refreshRemoved = () =>
    queryClient.invalidateQueries({ queryKey: orpc.pauseAndDeletion.removed.key() });

  const recovery = useAction({
    mutation: orpc.pauseAndDeletion.recover.mutationOptions(),
    done: `Bringing ${name} back`,
    failed: (message) => `Failed to bring the project back: ${message}`,
    onDone: async () => {
      // What was known of it was that it is gone.
      queryClient.removeQueries({ queryKey: orpc.projects.get.key({ input: { ref } }) });
      void refreshRemoved();
      void queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
      await navigate({ to: '/project/$ref', params: { ref } });
    },
  });
  const erasure = useAction({
    mutation: orpc.pauseAndDeletion.erase.mutationOptions(),
    done: `Erasing ${name}`,
    failed: (message) => `Failed to erase the project: ${message}`,
    onDone: refreshRemoved,
  });
  return {
    recover: () => recovery.run({ ref }),
    isRecovering: recovery.isRunning,
    erase: () => erasure.run({ ref }),
    isErasing: erasure.isRunning,
  };
}
