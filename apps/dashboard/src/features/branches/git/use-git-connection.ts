import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';

/** What a project's branches follow. Asked anew each time somebody comes: its state changes elsewhere. */
export function useGitConnection(ref: string) {
  return useQuery({
    ...orpc.gitConnections.ofProject.queryOptions({ input: { ref } }),
    refetchOnMount: 'always',
  });
}
