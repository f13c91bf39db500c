import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const SHOWN = ['exposed', 'locked'] as const;

export const apiTablesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/api/tables',
  staticData: {
    page: {
      title: 'API access',
      section: 'API',
      group: 'Backend',
      icon: menuIcon('IconShieldLock'),
      phrase: 'its exposed tables',
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      schema: textParam(search.schema),
      show: choiceParam(search.show, SHOWN),
    }),
  component: lazyRouteComponent(() => import('./api-tables-page.tsx'), 'ApiTablesRoutePage'),
});
