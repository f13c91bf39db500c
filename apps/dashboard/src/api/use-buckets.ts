import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';
import { mayPass } from './query-client.ts';

/** The service does not know the project. */
const retry = mayPass(3, 'Tenant config not found');

/** The buckets of a project, by name. */
export function useBuckets(ref: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...orpc.storageBuckets.list.queryOptions({ input: { ref } }), enabled, retry });
}
