import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const alertsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/alerts',
  staticData: {
    page: {
      title: 'Alerts',
      phrase: 'its alerts',
      group: 'Observability',
      icon: menuIcon('IconBell'),
      worksWithoutApi: true,
      worksWhilePaused: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      kind: search.kind === 'history' ? 'history' : undefined,
      open: textParam(search.open),
      act: search.act === 'new' || search.act === 'edit' ? search.act : undefined,
      rule: textParam(search.rule),
    }),
  component: lazyPage(
    () => import('../../features/alerts/alerts-page.tsx').then((module) => module.AlertsPage),
    ofProject,
  ),
});
