import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { projectQuery } from '../../api/use-project.ts';
import { docsSearch } from '../../lib/api-docs.ts';
import { connectSearch } from '../../lib/connect.ts';
import { signedInRoute } from '../signed-in.tsx';

/** What all pages of a project have in common: the project must exist, and its state may take the page over. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/project/$ref',
  // The API docs and the Connect dialog open over any page of a project.
  validateSearch: (search: Record<string, unknown>) => ({ ...docsSearch(search), ...connectSearch(search) }),
  loader: ({ params }) => {
    void queryClient.prefetchQuery(projectQuery(params.ref));
  },
  component: lazyRouteComponent(
    () => import('./project-frame.tsx').then((module) => module.whenBannerIsKnown()),
    'ProjectFrame',
  ),
});
