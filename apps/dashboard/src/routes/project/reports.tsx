import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const common = { phrase: 'its reports', worksWithoutApi: true } as const;

export const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports',
  staticData: {
    page: {
      ...common,
      title: 'Reports',
      group: 'Observability',
      icon: menuIcon('IconChartBar'),
      goKey: 'e',
    },
  },
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
  staticData: {
    page: {
      ...common,
      title: 'Database',
      section: 'Reports',
      fullName: 'Database report',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/database-report/database-report-page.tsx').then(
        (module) => module.DatabaseReportPage,
      ),
    ofProject,
  ),
});

export const reportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports/$id',
  staticData: { page: { ...common, title: 'Reports' } },
  component: lazyPage(
    () => import('../../features/reports/report-page.tsx').then((module) => module.ReportPage),
    // Another report starts afresh.
    ({ ref, id }) => ({ key: `${ref}:${id}`, projectRef: ref, id }),
  ),
});
