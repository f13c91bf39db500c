import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project/project.tsx';
import { signedInRoute } from './signed-in.tsx';

const component = lazyRouteComponent(
  () => import('../shell/missing-pages/not-found-page.tsx'),
  'NotFoundPage',
);
const title = 'Page not found';

/** Every address that no other route takes: the shell stays around it. */
export const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  staticData: { page: { title } },
  component,
});

/** The same below a project, whose menu stays. That there is no such page is true in every state of the project. */
export const notFoundInProjectRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '$',
  staticData: {
    page: { title, worksWithoutApi: true, worksWhilePaused: true, worksWhileUpgrading: true },
  },
  component,
});
