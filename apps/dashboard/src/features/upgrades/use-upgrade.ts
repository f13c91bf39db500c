import type { UpgradeState } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { pollInterval } from './upgrade-steps.ts';

/** The upgrade with this tracking id, else the newest of the project. Follows it to its end. `null`: there is none. */
export function useUpgrade(ref: string, trackingId: string | null) {
  const queries = useQueryClient();
  const newest = orpc.upgrades.status.queryKey({ input: { ref } });
  return useQuery(
    orpc.upgrades.status.queryOptions({
      input: { ref, ...(trackingId === null ? {} : { tracking_id: trackingId }) },
      refetchOnMount: 'always',
      refetchInterval: (query) => pollInterval(query.state.data?.databaseUpgradeStatus, Date.now()),
      select: ({ databaseUpgradeStatus }): UpgradeState | null => databaseUpgradeStatus,
      // What was the newest a moment ago need not be waited for under its own name.
      placeholderData: () => {
        const known = queries.getQueryData(newest);
        return known?.databaseUpgradeStatus?.tracking_id === trackingId ? known : undefined;
      },
    }),
  );
}
