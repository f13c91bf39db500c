import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const organizationGeneralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/org/$slug/general',
  staticData: { surface: 'General', section: 'Settings' },
  component: lazyRouteComponent(() => import('./general-page.tsx'), 'GeneralPage'),
});
