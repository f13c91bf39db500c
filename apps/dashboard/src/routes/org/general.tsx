import { IconBuilding } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.tsx';
import { signedInRoute } from '../signed-in.tsx';

export const organizationGeneralRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/org/$slug/general',
  // The menu and the command menu put the organization's name to it.
  staticData: {
    page: { title: 'General', section: 'Settings', fullName: 'Settings', icon: IconBuilding },
  },
  component: lazyPage(
    () =>
      import('../../features/organization-settings/organization-general.tsx').then(
        (module) => module.OrganizationGeneral,
      ),
    ({ slug }) => ({ slug }),
  ),
});
