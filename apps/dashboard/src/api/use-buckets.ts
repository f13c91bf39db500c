import { useQuery } from '@tanstack/react-query';
import { toApiError } from './api-error.ts';
import { orpc } from './client.ts';

/** Asks three times more, whatever went wrong, but not where the service does not know the project. */
function retry(failures: number, error: unknown): boolean {
  return failures < 3 && !toApiError(error).message.startsWith('Tenant config not found');
}

/** The buckets of a project, by name. */
export function useBuckets(ref: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...orpc.storageBuckets.list.queryOptions({ input: { ref } }), enabled, retry });
}
