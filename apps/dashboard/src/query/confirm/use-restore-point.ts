import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { restorePointName } from '../run/confirmation.ts';

/** A named moment to which the database can go back; offered where point-in-time recovery is on and works. */
export function useRestorePoint(ref: string, isWanted: boolean) {
  const queries = useQueryClient();
  const { data: project } = useProject(ref);
  // In Kubernetes moments have no names.
  const mayBackUp = project?.abilities.back_up === true && project.kept_by === null;
  const overview = useQuery({
    ...orpc.backups.overview.queryOptions({ input: { ref } }),
    enabled: isWanted && mayBackUp,
    retry: false,
  });
  const { run, isRunning, error } = useAction({
    mutation: orpc.backups.v1CreateRestorePoint.mutationOptions(),
    done: ({ name }) => `Took the restore point ${name}`,
    onDone: () => {
      // The run that waits for the point does not wait for the list of them.
      void queries.invalidateQueries({ queryKey: orpc.backups.overview.key({ input: { ref } }) });
    },
  });
  const pitr = overview.data?.pitr;
  return {
    isOffered: pitr?.enabled === true && pitr.problem === null,
    /** Whether one is being taken, or it is not known yet whether one can be: nothing must run meanwhile. */
    isBusy: isRunning || overview.isLoading,
    /** Takes one. False when it could not be taken; `problem` says why. */
    take: async () => (await run({ ref, name: restorePointName(new Date()) })) !== undefined,
    problem: error?.message ?? null,
  };
}
