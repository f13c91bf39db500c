import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { presentParams, textParam } from '../lib/search-params.ts';
import { rootRoute } from './root.tsx';

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  staticData: { page: { title: 'Set up' } },
  validateSearch: (search: Record<string, unknown>) => presentParams({ code: textParam(search.code) }),
  beforeLoad: async () => {
    const setup = await queryClient.fetchQuery(orpc.accounts.setupStatus.queryOptions());
    if (!setup.needed) throw redirect({ to: '/projects' });
  },
  component: lazyRouteComponent(() => import('../features/set-up/set-up-page.tsx'), 'SetUpPage'),
});
