import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { organizationsQuery } from '../../api/use-organizations.ts';
import { signedInRoute } from '../signed-in.tsx';

/** `/new` goes on to the organization when there is one that can take a project, and asks otherwise. */
export const newIndexRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new',
  staticData: {
    page: {
      title: 'New project',
      commands: [{ id: 'new-project', label: 'New project', keywords: 'create database' }],
    },
  },
  loader: async () => {
    const organizations = await queryClient.ensureQueryData(organizationsQuery());
    const open = organizations.filter((one) => one.abilities.create_project);
    const [first] = open;
    if (open.length === 1 && first !== undefined) {
      throw redirect({ to: '/new/$slug', params: { slug: first.slug }, replace: true });
    }
  },
  component: lazyRouteComponent(
    () => import('../../features/new-project/choose-organization-page.tsx'),
    'ChooseOrganizationPage',
  ),
});
