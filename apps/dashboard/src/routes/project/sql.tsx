import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

const load = () => import('../../features/sql-editor/sql-editor-page.tsx');
const staticData = { page: 'sql', surface: 'SQL editor', resizableMenu: true };

export const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData,
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ viewOngoingQueries: search['viewOngoingQueries'] === true ? true : undefined }),
  component: lazyRouteComponent(async () => {
    const { SqlEditorPage } = await load();
    return { Route: () => <SqlEditorPage projectRef={sqlRoute.useParams().ref} /> };
  }, 'Route'),
});

export const sqlSnippetRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql/$id',
  staticData,
  component: lazyRouteComponent(async () => {
    const { SqlEditorPage } = await load();
    return {
      Route: () => {
        const { ref, id } = sqlSnippetRoute.useParams();
        return <SqlEditorPage projectRef={ref} snippetId={id} />;
      },
    };
  }, 'Route'),
});
