import type { Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { useOperations } from '../progress/use-operations.ts';
import { refreshProject } from '../refresh-project.ts';
import { type PollSchedule, startPolling } from './polling.ts';

/**
 * Asks for the status of a project until it differs from the one on the screen, then reads the project again, which
 * changes the page. The polling ends with the page or the status, not with the answer: a read that brings the old
 * status once more must not leave the page waiting for ever.
 *
 * The steps on the page are followed more closely than the status. When they show that nothing runs any more, the
 * project is read at once instead of at the next moment of the schedule.
 */
export function useStatusPoll(
  { ref, status }: Pick<Project, 'ref' | 'status'>,
  schedule: PollSchedule,
): void {
  const queryClient = useQueryClient();
  const { data, isFetchedAfterMount } = useOperations(ref, { live: true });
  const isOver = isFetchedAfterMount && data?.every((operation) => operation.state !== 'running') === true;

  useEffect(
    () =>
      startPolling({
        schedule,
        check: async (signal) => {
          if ((await readStatus(ref, signal)) !== status) await refreshProject(queryClient, ref);
          return false;
        },
      }),
    [queryClient, ref, status, schedule],
  );
  useEffect(() => {
    if (isOver) void refreshProject(queryClient, ref);
  }, [queryClient, ref, isOver]);
}

/** The status the server knows; `gone` once the project is no more. */
async function readStatus(ref: string, signal: AbortSignal): Promise<Project['status'] | 'gone'> {
  try {
    return (await api.projects.status({ ref }, { signal })).status;
  } catch (error) {
    if (toApiError(error).status === 404) return 'gone';
    throw error;
  }
}
