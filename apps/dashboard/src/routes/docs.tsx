import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const docsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs/$name',
  staticData: { page: { title: 'Documentation' } },
  component: lazyPage(
    () => import('../features/documents/document-page.tsx').then((module) => module.DocumentPage),
    ({ name }) => ({ key: name, name }),
  ),
});
