import { createRoute } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/search-params.ts';
import { ComingLater } from '../../shell/coming-later.tsx';
import { signedInRoute } from '../signed-in.tsx';

export const organizationBillingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/org/$slug/billing',
  staticData: { surface: 'Billing', page: 'org/billing' },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      panel: choiceParam(search['panel'], ['subscriptionPlan']),
      source: textParam(search['source']),
    }),
  component: () => <ComingLater page="org/billing" />,
});
