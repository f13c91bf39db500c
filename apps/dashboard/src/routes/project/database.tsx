import { IconDatabase } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageDeclaration, RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

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

/** The menu beside all pages about a database. */
const databaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'database-pages',
  component: lazyRouteComponent(() => import('./database-frame.tsx'), 'DatabaseFrame'),
});

const tablesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/tables',
  staticData: {
    page: {
      ...common,
      title: 'Tables',
      fullName: 'Database tables',
      menuLabel: 'Database',
      icon: IconDatabase,
      keywords: 'views materialized foreign schema size',
    },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/tables/tables-page.tsx').then((module) => module.TablesPage),
    ofProject,
  ),
});

const functionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/functions',
  staticData: {
    page: {
      ...common,
      title: 'Functions',
      fullName: 'Database functions',
      keywords: 'procedures rpc plpgsql',
    },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/functions/functions-page.tsx').then(
        (module) => module.FunctionsPage,
      ),
    ofProject,
  ),
});

const triggersRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/triggers',
  staticData: { page: { ...common, title: 'Triggers', fullName: 'Database triggers', keywords: 'event' } },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/triggers/triggers-page.tsx').then(
        (module) => module.TriggersPage,
      ),
    ofProject,
  ),
});

const typesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/types',
  staticData: {
    page: {
      ...common,
      title: 'Types',
      fullName: 'Database types',
      keywords: 'enums enumerated domains composite',
    },
  },
  validateSearch,
  component: lazyPage(
    () => import('../../features/database-objects/types/types-page.tsx').then((module) => module.TypesPage),
    ofProject,
  ),
});

const indexesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/indexes',
  staticData: {
    page: { ...common, title: 'Indexes', fullName: 'Database indexes', keywords: 'unused duplicate' },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/indexes/indexes-page.tsx').then((module) => module.IndexesPage),
    ofProject,
  ),
});

const policiesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/policies',
  staticData: {
    page: {
      ...common,
      title: 'Policies',
      fullName: 'Row level security policies',
      keywords: 'rls database test as user',
    },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/policies/policies-page.tsx').then(
        (module) => module.PoliciesPage,
      ),
    ofProject,
  ),
});

const extensionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/extensions',
  staticData: {
    page: {
      ...common,
      title: 'Extensions',
      fullName: 'Database extensions',
      keywords: 'pgvector postgis install',
    },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/extensions/extensions-page.tsx').then(
        (module) => module.ExtensionsPage,
      ),
    ofProject,
  ),
});

const rolesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/roles',
  staticData: {
    page: { ...common, title: 'Roles', fullName: 'Database roles', keywords: 'login password users' },
  },
  validateSearch,
  component: lazyPage(
    () => import('../../features/database-objects/roles/roles-page.tsx').then((module) => module.RolesPage),
    ofProject,
  ),
});

const publicationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/publications',
  staticData: {
    page: {
      ...common,
      title: 'Publications',
      fullName: 'Database publications',
      keywords: 'realtime replication',
    },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/publications/publications-page.tsx').then(
        (module) => module.PublicationsPage,
      ),
    ofProject,
  ),
});

const migrationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/database/migrations',
  staticData: {
    page: { ...common, title: 'Migrations', fullName: 'Database migrations', keywords: 'db push' },
  },
  validateSearch,
  component: lazyPage(
    () =>
      import('../../features/database-objects/migrations/migrations-page.tsx').then(
        (module) => module.MigrationsPage,
      ),
    ofProject,
  ),
});

/** In the order of the menu beside them. */
export const databaseRoutes = databaseRoute.addChildren([
  tablesRoute,
  functionsRoute,
  triggersRoute,
  typesRoute,
  indexesRoute,
  policiesRoute,
  extensionsRoute,
  rolesRoute,
  publicationsRoute,
  migrationsRoute,
]);
