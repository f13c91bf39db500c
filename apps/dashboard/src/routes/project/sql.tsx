import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { lastSnippetId } from '../../features/snippets/open/last-snippet.ts';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';
import { presentParams } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const page = {
  title: 'SQL editor',
  phrase: 'the SQL editor',
  requires: { anyOf: ['run_sql', 'read_sql'], denied: 'You cannot run SQL in this project' },
  hasResizableMenu: true,
} as const satisfies PageDeclaration;

const validateSearch = (search: Record<string, unknown>) =>
  presentParams({ viewOngoingQueries: search.viewOngoingQueries === true ? true : undefined });

/** The editor's address without a snippet leads to the one that was visited last, or to a new one. */
export const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData: {
    page: {
      ...page,
      icon: menuIcon('IconTerminal2'),
      goKey: 's',
    },
  },
  validateSearch,
  beforeLoad: ({ params: { ref }, search }) => {
    throw redirect({
      to: '/project/$ref/sql/$id',
      params: { ref, id: lastSnippetId(ref) },
      search,
      replace: true,
    });
  },
});

export const sqlSnippetRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql/$id',
  staticData: { page },
  validateSearch,
  component: lazyRouteComponent(() => import('./sql-page.tsx'), 'SqlPage'),
});
