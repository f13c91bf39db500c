import type { CompletionCatalog } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../api/client.ts';
import type { RunState } from '../../query/run/run-machine.ts';
import { mayChangeSchema } from '../../query/schema-change.ts';

/** What completion knows of the database: asked once, and again after a run that may have changed it. */
export function useCatalog(projectRef: string, state: RunState): CompletionCatalog | undefined {
  const queryClient = useQueryClient();
  const options = orpc.database.completion.queryOptions({ input: { ref: projectRef } });
  const { data } = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY });
  const { queryKey } = options;
  const isEnded = state.phase === 'done' || state.phase === 'failed' || state.phase === 'cancelled';
  const endedRun = isEnded ? state.run : null;
  const endedId = endedRun?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for its run, and the key is made anew by each rendering
  useEffect(() => {
    if (endedRun !== null && mayChangeSchema(endedRun.request.sql)) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [endedId, projectRef, queryClient]);
  return data;
}
