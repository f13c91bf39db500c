import type { LogSource, REQUEST_SERVICES } from '@basalt/contract';
import { createRoute } from '@tanstack/react-router';
import type { RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const common = {
  section: 'Logs',
  subMenu: 'Logs',
  phrase: 'its logs',
  requires: {
    anyOf: ['read_request_log'],
    denied: 'You cannot see the logs of this project',
  } satisfies RequiredAbility,
  // Logs are the platform's own, and they are most wanted when something does not answer.
  worksWithoutApi: true,
} as const;

// What the values may be, the feature knows; what nobody knows does not filter.
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({
    range: textParam(search.range),
    from: textParam(search.from),
    to: textParam(search.to),
    method: textParam(search.method),
    status: textParam(search.status),
    service: textParam(search.service),
    role: textParam(search.role),
    path: textParam(search.path),
    level: textParam(search.level),
    q: textParam(search.q),
    live: search.live === true ? true : undefined,
    saved: choiceParam(search.saved, ['list'] as const),
  });

/** A page of requests; of all services, or of one. */
const requestsPage = (service: (typeof REQUEST_SERVICES)[number] | null) =>
  lazyPage(
    () => import('../../features/logs/request-log-page.tsx').then((module) => module.RequestLogPage),
    ({ ref }) => ({ key: service ?? 'all', projectRef: ref, service }),
  );

const linesPage = (source: LogSource) =>
  lazyPage(
    () => import('../../features/logs/line-log-page.tsx').then((module) => module.LineLogPage),
    ({ ref }) => ({ key: source, projectRef: ref, source }),
  );

const requestsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  staticData: {
    page: {
      ...common,
      title: 'API requests',
      fullName: 'Logs',
      menuLabel: 'Logs',
      group: 'Observability',
      icon: menuIcon('IconListDetails'),
      goKey: 'l',
    },
  },
  validateSearch,
  component: requestsPage(null),
});

const postgresRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/postgres-logs',
  staticData: {
    page: {
      ...common,
      title: 'Postgres',
      fullName: 'Postgres logs',
      needsOwnServer: true,
    },
  },
  validateSearch,
  component: linesPage('postgres'),
});

const poolerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/pooler-logs',
  staticData: {
    page: {
      ...common,
      title: 'Pooler',
      fullName: 'Pooler logs',
      needsOwnServer: true,
    },
  },
  validateSearch,
  component: linesPage('pooler'),
});

const authRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/auth-logs',
  staticData: { page: { ...common, title: 'Auth', fullName: 'Auth logs' } },
  validateSearch,
  component: requestsPage('auth'),
});

const storageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/storage-logs',
  staticData: {
    page: { ...common, title: 'Storage', fullName: 'Storage logs' },
  },
  validateSearch,
  component: requestsPage('storage'),
});

const functionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/edge-functions-logs',
  staticData: {
    page: { ...common, title: 'Edge functions', fullName: 'Edge function logs' },
  },
  validateSearch,
  component: linesPage('functions'),
});

const realtimeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/realtime-logs',
  staticData: {
    page: { ...common, title: 'Realtime', fullName: 'Realtime logs' },
  },
  validateSearch,
  component: requestsPage('realtime'),
});

const operationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs/operations',
  staticData: {
    page: {
      ...common,
      title: 'Operations',
      fullName: 'Operations log',
    },
  },
  validateSearch,
  component: linesPage('operations'),
});

export const logRoutes = [
  requestsRoute,
  postgresRoute,
  poolerRoute,
  authRoute,
  storageRoute,
  functionsRoute,
  realtimeRoute,
  operationsRoute,
];
