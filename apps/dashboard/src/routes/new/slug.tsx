import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.tsx';
import { signedInRoute } from '../signed-in.tsx';

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new/$slug',
  staticData: {
    page: {
      title: 'New project',
      commands: [{ id: 'new', label: 'New project', anyOf: ['create_project'] }],
    },
  },
  component: lazyPage(
    () => import('../../features/new-project/new-project.tsx').then((module) => module.NewProject),
    ({ slug }) => ({ slug }),
  ),
});
