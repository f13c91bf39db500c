import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const queryPerformanceRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/query-performance',
  staticData: {
    page: {
      title: 'Query performance',
      group: 'Observability',
      icon: menuIcon('IconStopwatch'),
      goKey: 'q',
      phrase: 'its query performance',
      worksWithoutApi: true,
    },
  },
  // Which orders there are, the page knows.
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      sort: textParam(search.sort),
      order: choiceParam(search.order, ['asc', 'desc'] as const),
      q: textParam(search.q),
      user: textParam(search.user),
      reads: search.reads === true ? (true as const) : undefined,
      statement: textParam(search.statement),
    }),
  component: lazyRouteComponent(() => import('./query-performance-page.tsx'), 'QueryPerformanceRoutePage'),
});
