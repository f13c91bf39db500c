import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { projectRoute } from './project.tsx';

const page = {
  section: 'Database',
  phrase: 'its tables',
  requires: { anyOf: ['run_sql'], denied: 'You cannot change the tables of this project' },
  worksWithoutApi: true,
} as const satisfies Partial<PageDeclaration>;

const load = () => import('./table-designer-page.tsx');

const newTableRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/tables/new',
  staticData: { page: { ...page, title: 'New table' } },
  validateSearch: (search: Record<string, unknown>) => presentParams({ schema: textParam(search.schema) }),
  component: lazyRouteComponent(load, 'NewTablePage'),
});

const changeTableRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/tables/$id/edit',
  staticData: { page: { ...page, title: 'Change table' } },
  component: lazyRouteComponent(load, 'ChangeTablePage'),
});

const duplicateTableRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/tables/$id/duplicate',
  staticData: { page: { ...page, title: 'Duplicate table' } },
  component: lazyRouteComponent(load, 'DuplicateTablePage'),
});

/** The table designer on addresses of its own. */
export const tableDesignerRoutes = [newTableRoute, changeTableRoute, duplicateTableRoute];
