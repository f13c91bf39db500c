import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageDeclaration, RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const load = () => import('./database-pages.tsx');

const requires: RequiredAbility = {
  anyOf: ['read_sql', 'run_sql'],
  denied: 'You cannot look at the database of this project',
};

const common = {
  section: 'Database',
  subMenu: 'Database',
  phrase: 'its database',
  requires,
  // They read the database and not the API.
  worksWithoutApi: true,
} as const satisfies Partial<PageDeclaration>;

/** What all of these pages have in their address. */
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({
    q: textParam(search.q),
    schema: textParam(search.schema),
    kind: textParam(search.kind),
    open: textParam(search.open),
    act: choiceParam(search.act, ['new', 'edit', 'test']),
  });

const tablesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/tables',
  staticData: {
    page: {
      ...common,
      title: 'Tables',
      fullName: 'Database tables',
      menuLabel: 'Database',
      group: 'Backend',
      icon: menuIcon('IconDatabase'),
      goKey: 'd',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'TablesPage'),
});

const diagramRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/schemas',
  staticData: {
    page: {
      ...common,
      title: 'Schema diagram',
      fullName: 'Schema diagram',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'DiagramPage'),
});

const functionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/functions',
  staticData: {
    page: {
      ...common,
      title: 'Functions',
      fullName: 'Database functions',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'FunctionsPage'),
});

const triggersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/triggers',
  staticData: { page: { ...common, title: 'Triggers', fullName: 'Database triggers' } },
  validateSearch,
  component: lazyRouteComponent(load, 'TriggersPage'),
});

const typesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/types',
  staticData: {
    page: {
      ...common,
      title: 'Types',
      fullName: 'Database types',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'TypesPage'),
});

const indexesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/indexes',
  staticData: {
    page: { ...common, title: 'Indexes', fullName: 'Database indexes' },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'IndexesPage'),
});

const policiesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/policies',
  staticData: {
    page: {
      ...common,
      title: 'Policies',
      fullName: 'Row level security policies',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'PoliciesPage'),
});

const extensionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/extensions',
  staticData: {
    page: {
      ...common,
      title: 'Extensions',
      fullName: 'Database extensions',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'ExtensionsPage'),
});

const rolesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/roles',
  staticData: {
    page: { ...common, title: 'Roles', fullName: 'Database roles' },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'RolesPage'),
});

const publicationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/publications',
  staticData: {
    page: {
      ...common,
      title: 'Publications',
      fullName: 'Database publications',
    },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'PublicationsPage'),
});

const migrationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/migrations',
  staticData: {
    page: { ...common, title: 'Migrations', fullName: 'Database migrations' },
  },
  validateSearch,
  component: lazyRouteComponent(load, 'MigrationsPage'),
});

const jobsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/jobs',
  staticData: {
    page: {
      ...common,
      title: 'Scheduled jobs',
      fullName: 'Scheduled database jobs',
      needsOwnServer: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      kind: choiceParam(search.kind, ['history']),
      open: textParam(search.open),
      act: choiceParam(search.act, ['new', 'edit']),
      job: textParam(search.job),
      status: choiceParam(search.status, ['starting', 'running', 'succeeded', 'failed']),
    }),
  component: lazyRouteComponent(load, 'ScheduledJobsPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/webhooks',
  staticData: {
    page: {
      ...common,
      title: 'Webhooks',
      fullName: 'Database webhooks',
      needsOwnServer: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      kind: choiceParam(search.kind, ['history']),
      open: textParam(search.open),
      act: choiceParam(search.act, ['new', 'edit']),
      hook: textParam(search.hook),
      delivery: textParam(search.delivery),
    }),
  component: lazyRouteComponent(load, 'WebhooksPage'),
});

/** In the order of the menu beside them. */
export const databaseRoutes = [
  tablesRoute,
  diagramRoute,
  functionsRoute,
  triggersRoute,
  typesRoute,
  indexesRoute,
  policiesRoute,
  extensionsRoute,
  rolesRoute,
  publicationsRoute,
  migrationsRoute,
  jobsRoute,
  webhooksRoute,
];
