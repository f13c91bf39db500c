import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/search-params.ts';
import { signedInRoute } from '../signed-in.tsx';

export const organizationBillingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/org/$slug/billing',
  staticData: { page: { title: 'Billing' } },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      panel: choiceParam(search.panel, ['subscriptionPlan']),
      source: textParam(search.source),
    }),
  component: lazyRouteComponent(() => import('../../shell/later-page.tsx'), 'LaterPage'),
});
