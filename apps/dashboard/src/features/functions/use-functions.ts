import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

/** The functions of a project, by name. */
export function useFunctions(ref: string) {
  return useQuery(orpc.functions.list.queryOptions({ input: { ref } }));
}

export function useFunction(ref: string, slug: string) {
  return useQuery(orpc.functions.get.queryOptions({ input: { ref, function_slug: slug } }));
}

/** Asks anew for everything that is known of functions. */
export function useFunctionRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: orpc.functions.key() });
}
