import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams, textParam } from '../lib/search-params.ts';
import { signedInRoute } from './signed-in.tsx';

export const supportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support/new',
  staticData: { page: { title: 'Support' } },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      category: textParam(search.category),
      ref: textParam(search.ref),
      subject: textParam(search.subject),
      message: textParam(search.message),
    }),
  component: lazyRouteComponent(() => import('../shell/later-page.tsx'), 'LaterPage'),
});
