import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { idParam, presentParams, textParam } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

export const authMailboxRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/mailbox',
  staticData: { page: 'auth/mailbox', surface: 'Mailbox', section: 'Authentication' },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      message: idParam(search.message),
    }),
  component: lazyRouteComponent(() => import('./auth-mailbox-page.tsx'), 'AuthMailboxPage'),
});
