import type { Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { refreshProject } from '../operations/refresh-project.ts';
import { type PollSchedule, startPolling } from './polling.ts';

/**
 * Asks for the status of a project until it differs from the one on the screen, then reads the project again, which
 * changes the page. The polling ends with the page or the status, not with the answer: a read that brings the old
 * status once more must not leave the page waiting for ever.
 */
export function useStatusPoll(
  { ref, status }: Pick<Project, 'ref' | 'status'>,
  schedule: PollSchedule,
): void {
  const queryClient = useQueryClient();
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
