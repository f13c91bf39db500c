import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

const LIMIT = 10;
/** How often a running operation is looked at, in milliseconds. */
const LIVE = 1_000;

/**
 * The newest operations of a project with their steps. Follows a running one; `live` follows from the start, for
 * pages that know that something is going on before the list does.
 */
export function useOperations(ref: string, { live = false } = {}) {
  return useQuery(
    orpc.operations.list.queryOptions({
      input: { ref, limit: LIMIT },
      refetchOnMount: 'always',
      refetchInterval: (query) =>
        live || query.state.data?.some((operation) => operation.state === 'running') ? LIVE : false,
    }),
  );
}
