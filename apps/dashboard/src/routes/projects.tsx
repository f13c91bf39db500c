import { PROJECT_STATUSES } from '@basalt/contract';
import { IconStack2 } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../lib/search-params.ts';
import { signedInRoute } from './signed-in.tsx';

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  staticData: {
    page: {
      title: 'Projects',
      fullName: 'All projects',
      icon: IconStack2,
      commands: [
        {
          id: 'new-organization',
          label: 'New organization',
          keywords: 'create team',
          search: { dialog: 'new-organization' },
        },
      ],
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      status: choiceParam(search.status, PROJECT_STATUSES),
      dialog: choiceParam(search.dialog, ['new-organization', 'deleted']),
    }),
  component: lazyRouteComponent(
    () => import('../features/project-list/project-list-page.tsx'),
    'ProjectListPage',
  ),
});
