import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

const staticData = { page: 'sql', surface: 'SQL editor', resizableMenu: true };
const component = lazyRouteComponent(() => import('./sql-page.tsx'), 'SqlPage');

export const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData,
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ viewOngoingQueries: search.viewOngoingQueries === true ? true : undefined }),
  component,
});

export const sqlSnippetRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql/$id',
  staticData,
  component,
});
