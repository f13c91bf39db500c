import type { Profile } from '@basalt/contract';
import { api, orpc } from './client.ts';
import { queryClient } from './query-client.ts';

/**
 * Who is signed in: asked once, and true until sign-out. The call ignores the abort signal on purpose: routes wait for
 * it, and a component that comes and goes meanwhile must not cancel it.
 */
export const profileQuery = {
  ...orpc.accounts.profile.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  queryFn: () => api.accounts.profile(),
};

/** Forgets what was known before somebody signed in: it may be another person's. */
export function beginSession(profile: Profile): void {
  queryClient.clear();
  queryClient.setQueryData(profileQuery.queryKey, profile);
}
