import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});
