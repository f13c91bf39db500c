import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

export const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports',
  staticData: { page: 'reports', surface: 'Reports' },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      sort: choiceParam(search.sort, ['updated', 'created', 'name'] as const),
      show: choiceParam(search.show, ['favorites', 'shared', 'private'] as const),
    }),
  component: lazyRouteComponent(() => import('./report-list-page.tsx'), 'ReportListPage'),
});

export const databaseReportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports/database',
  staticData: { page: 'reports', surface: 'Database', section: 'Reports' },
  component: lazyRouteComponent(() => import('./report-database-page.tsx'), 'ReportDatabasePage'),
});

export const reportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports/$id',
  staticData: { page: 'reports', surface: 'Reports' },
  component: lazyRouteComponent(() => import('./report-page.tsx'), 'ReportPage'),
});
