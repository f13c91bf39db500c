import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';
import { choiceParam, listParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const page = {
  title: 'Table editor',
  phrase: 'its tables',
  requires: { anyOf: ['run_sql', 'read_sql'], denied: 'You cannot read the tables of this project' },
  hasResizableMenu: true,
} as const satisfies PageDeclaration;

const component = lazyRouteComponent(() => import('./editor-page.tsx'), 'EditorPage');

export const tableEditorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/editor',
  staticData: {
    page: { ...page, icon: menuIcon('IconTable'), goKey: 't' },
  },
  validateSearch: (search: Record<string, unknown>) => presentParams({ schema: textParam(search.schema) }),
  component,
});

/** One table or view, named by its oid. */
export const tableRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/editor/$id',
  staticData: { page },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      sort: listParam(search.sort),
      filter: listParam(search.filter),
      view: choiceParam(search.view, ['definition']),
    }),
  component,
});
