import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { lastSnippetId } from '../../features/snippets/last-snippet.ts';
import { presentParams } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

const staticData = { page: 'sql', surface: 'SQL editor', resizableMenu: true };
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({ viewOngoingQueries: search.viewOngoingQueries === true ? true : undefined });

/** The editor's address without a snippet leads to the one that was visited last, or to a new one. */
export const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData,
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
  staticData,
  validateSearch,
  component: lazyRouteComponent(() => import('./sql-page.tsx'), 'SqlPage'),
});
