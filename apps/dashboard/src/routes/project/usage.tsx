import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/usage',
  staticData: {
    page: {
      title: 'Usage',
      phrase: 'its usage',
      group: 'Observability',
      icon: menuIcon('IconChartAreaLine'),
      goKey: 'u',
      worksWithoutApi: true,
      worksWhilePaused: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ from: textParam(search.from), to: textParam(search.to) }),
  component: lazyPage(
    () => import('../../features/usage/project-usage-page.tsx').then((module) => module.ProjectUsagePage),
    ofProject,
  ),
});
