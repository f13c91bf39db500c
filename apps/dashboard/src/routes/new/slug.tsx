import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new/$slug',
  staticData: { surface: 'New project' },
  component: lazyRouteComponent(() => import('./slug-page.tsx'), 'SlugPage'),
});
