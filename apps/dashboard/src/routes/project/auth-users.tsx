import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, pageParam, presentParams, textParam } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

/** The list's question travels along to one user, so that the way back leads to the same list. */
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({
    q: textParam(search.q),
    sort: textParam(search.sort),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['create', 'invite']),
  });

export const authUsersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users',
  staticData: { page: 'auth/users', surface: 'Users', section: 'Authentication' },
  validateSearch,
  component: lazyRouteComponent(() => import('./auth-users-page.tsx'), 'AuthUsersPage'),
});

export const authUserRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users/$id',
  staticData: { page: 'auth/users', surface: 'User', section: 'Authentication' },
  validateSearch,
  component: lazyRouteComponent(() => import('./auth-user-page.tsx'), 'AuthUserPage'),
});
