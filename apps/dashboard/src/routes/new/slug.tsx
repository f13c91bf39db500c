import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new/$slug',
  staticData: { surface: 'New project' },
  component: lazyRouteComponent(async () => {
    const { NewProjectPage } = await import('../../features/new-project/new-project-page.tsx');
    return { Route: () => <NewProjectPage slug={newProjectRoute.useParams().slug} /> };
  }, 'Route'),
});
