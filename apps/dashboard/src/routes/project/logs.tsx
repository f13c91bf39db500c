import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

export const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  staticData: { page: 'logs', surface: 'Logs' },
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
  component: lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
});
