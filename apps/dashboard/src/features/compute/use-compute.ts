import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { type ActionOptions, useAction } from '../../lib/use-action.ts';

/** Sizes, disk and read-only mode of a project. The disk fills while one looks. */
const REFRESH = 30_000;

export function useCompute(ref: string) {
  return useQuery(orpc.compute.get.queryOptions({ input: { ref }, refetchInterval: REFRESH }));
}

/** A change to what a project has: everything that depends on it, its warnings too, is read again. */
export function useComputeAction<Data, Failure, Input, Context>(
  ref: string,
  options: ActionOptions<Data, Failure, Input, Context>,
) {
  const queries = useQueryClient();
  return useAction({
    ...options,
    onDone: async (data, input) => {
      await options.onDone?.(data, input);
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.compute.key() }),
        queries.invalidateQueries({ queryKey: orpc.resources.key() }),
        queries.invalidateQueries({ queryKey: orpc.operations.key() }),
        queries.invalidateQueries({ queryKey: orpc.projects.get.key({ input: { ref } }) }),
      ]);
    },
  });
}
