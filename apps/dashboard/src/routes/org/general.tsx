import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const organizationGeneralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/org/$slug/general',
  staticData: { surface: 'General', section: 'Settings' },
  component: lazyRouteComponent(async () => {
    const { OrganizationGeneralPage } = await import(
      '../../features/organization-settings/organization-general-page.tsx'
    );
    return { Route: () => <OrganizationGeneralPage slug={organizationGeneralRoute.useParams().slug} /> };
  }, 'Route'),
});
