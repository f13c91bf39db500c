import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';

/** What the advisors found, and how it is looked for again. */
export function useAdvice(projectRef: string) {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const options = orpc.advisors.report.queryOptions({ input: { ref: projectRef } });
  const report = useQuery({ ...options, refetchOnMount: 'always' });
  const { queryKey } = options;

  const refreshCounts = useCallback(
    () => client.invalidateQueries({ queryKey: orpc.advisors.counts.key({ input: { ref: projectRef } }) }),
    [client, projectRef],
  );
  /** Makes all checks again. True when they were made. */
  const runAgain = useCallback(async () => {
    setRunning(true);
    try {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, await api.advisors.report({ ref: projectRef, fresh: true }));
      await refreshCounts();
      return true;
    } catch (error) {
      void showToast('failed', `Failed to run the checks: ${toApiError(error).message}`);
      return false;
    } finally {
      setRunning(false);
    }
  }, [client, projectRef, queryKey, refreshCounts]);
  /** After what is ignored has changed: nothing has to be looked at anew. */
  const refresh = useCallback(
    () => Promise.all([client.invalidateQueries({ queryKey }), refreshCounts()]),
    [client, queryKey, refreshCounts],
  );
  return { report, runAgain, refresh, isRunning };
}
