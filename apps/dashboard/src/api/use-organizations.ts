import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

export function organizationsQuery() {
  return orpc.organizations.list.queryOptions();
}

/** Organizations the signed-in person belongs to. */
export function useOrganizations(options: { enabled?: boolean } = {}) {
  return useQuery({ ...organizationsQuery(), enabled: options.enabled ?? true });
}
