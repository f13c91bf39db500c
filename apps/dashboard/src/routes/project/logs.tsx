import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  staticData: {
    page: {
      title: 'Logs',
      group: 'Observability',
      icon: menuIcon('IconListDetails'),
      goKey: 'l',
      keywords: 'requests api errors',
      phrase: 'its logs',
      requires: { anyOf: ['read_request_log'], denied: 'You cannot see the requests of this project' },
      // The log is the gateway's own, and it is most wanted when something does not answer.
      worksWithoutApi: true,
    },
  },
  // What the values may be, the feature knows; what nobody knows does not filter.
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      range: textParam(search.range),
      from: textParam(search.from),
      to: textParam(search.to),
      method: textParam(search.method),
      status: textParam(search.status),
      service: textParam(search.service),
      role: textParam(search.role),
      path: textParam(search.path),
      live: search.live === true ? true : undefined,
    }),
  component: lazyPage(
    () => import('../../features/request-log/request-log-page.tsx').then((module) => module.RequestLogPage),
    ofProject,
  ),
});
