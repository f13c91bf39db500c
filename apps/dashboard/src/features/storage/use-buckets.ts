import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';

const MOST_RETRIES = 3;
/** The service does not know the project: asking again changes nothing. */
const NOT_THERE = 'Tenant config not found';

/** The buckets of a project, by name. */
export function useBuckets(ref: string) {
  return useQuery({
    ...orpc.storageBuckets.list.queryOptions({ input: { ref } }),
    retry: (failures, error) => {
      const { status, message } = toApiError(error);
      const isRefused = status >= 400 && status < 500;
      return failures < MOST_RETRIES && !isRefused && !message.startsWith(NOT_THERE);
    },
  });
}
