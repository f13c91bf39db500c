import { POLL } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { SCHEDULES } from '../../operations/follow/poll-schedules.ts';
import { startPolling } from '../../operations/follow/polling.ts';

/** Looks at the project until its API answers, then shows it as online. A look that takes long is given up. */
export function useConnectingPoll(ref: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      startPolling({
        schedule: SCHEDULES.connecting,
        timeout: POLL.connectingTimeout,
        check: async (signal) => {
          const project = await api.projects.get({ ref }, { signal });
          queryClient.setQueryData(projectQuery(ref).queryKey, project);
          return project.postgrestStatus === 'ONLINE';
        },
      }),
    [queryClient, ref],
  );
}
