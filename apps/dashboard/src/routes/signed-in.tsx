import { createRoute, redirect } from '@tanstack/react-router';
import { toApiError } from '../api/api-error.ts';
import { orpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { organizationsQuery } from '../api/use-organizations.ts';
import { Shell } from '../shell/shell.tsx';
import { rootRoute } from './root.tsx';

/** Everything that needs an account. Without one the way leads to the sign-in page and back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    // What nearly every page needs travels together with the question who is asking.
    void queryClient.prefetchQuery(organizationsQuery());
    void queryClient.prefetchQuery(orpc.projects.list.queryOptions());
    try {
      await queryClient.ensureQueryData(orpc.accounts.profile.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
    } catch (error) {
      if (toApiError(error).status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
});
