import { api, orpc } from './client.ts';

/**
 * Who is signed in: asked once, and true until sign-out. The call ignores the abort signal on purpose: routes wait for
 * it, and a component that comes and goes meanwhile must not cancel it.
 */
export const profileQuery = {
  ...orpc.accounts.profile.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  queryFn: () => api.accounts.profile(),
};
