import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';

/** Deleted projects whose data is still there, the last deleted first. Read again every so often while it is shown. */
export function useRemoved(options: { refetchInterval?: number } = {}) {
  return useQuery({
    ...orpc.pauseAndDeletion.removed.queryOptions(),
    // Whoever reads why it failed is not interrupted by another attempt.
    refetchInterval: (query) => (query.state.data === undefined ? false : (options.refetchInterval ?? false)),
  });
}
