import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

export const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  staticData: { page: 'home', surface: 'Home' },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});
