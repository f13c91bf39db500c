import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

/** What is known about leaving a project and coming back to it. */
export function usePauseStatus(ref: string) {
  return useQuery(orpc.pauseAndDeletion.pauseStatus.queryOptions({ input: { ref } }));
}
