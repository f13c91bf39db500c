import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const docsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs/$name',
  staticData: { surface: 'Documentation' },
  component: lazyRouteComponent(() => import('./docs-page.tsx'), 'DocsPage'),
});
