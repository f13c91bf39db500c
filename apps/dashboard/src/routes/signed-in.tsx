import { createRoute, redirect } from '@tanstack/react-router';
import { toApiError } from '../api/api-error.ts';
import { orpc } from '../api/client.ts';
import { profileQuery } from '../api/profile-query.ts';
import { queryClient } from '../api/query-client.ts';
import { organizationsQuery } from '../api/use-organizations.ts';
import { type Persisted, readPersisted, writePersisted } from '../lib/persisted.ts';
import { Shell } from '../shell/shell.tsx';
import { rootRoute } from './root.tsx';

/** Whether somebody was signed in here when the dashboard was last open. Only a guess: the server knows. */
const wasSignedIn: Persisted<boolean> = {
  topic: 'was-signed-in',
  fallback: false,
  parse: (stored) => stored === true,
};

/** Everything that needs an account. Without one the way leads to the sign-in page and back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (readPersisted(wasSignedIn)) {
      // What nearly every page needs travels together with the question who is asking.
      void queryClient.prefetchQuery(organizationsQuery());
      void queryClient.prefetchQuery(orpc.projects.list.queryOptions());
    }
    try {
      await queryClient.ensureQueryData(profileQuery);
      writePersisted(wasSignedIn, true);
    } catch (error) {
      if (toApiError(error).status !== 401) throw error;
      writePersisted(wasSignedIn, false);
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
});
