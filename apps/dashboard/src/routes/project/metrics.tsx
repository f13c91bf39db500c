import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const metricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/observability',
  staticData: {
    page: {
      title: 'Metrics',
      phrase: 'its metrics',
      group: 'Observability',
      icon: menuIcon('IconActivity'),
      worksWithoutApi: true,
      worksWhilePaused: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ range: choiceParam(search.range, ['1h', '3h', '24h', '7d'] as const) }),
  component: lazyRouteComponent(() => import('./metrics-page.tsx'), 'ProjectMetricsPage'),
});
