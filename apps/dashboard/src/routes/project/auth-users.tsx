import { IconUsers } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { RequiredAbility } from '../../lib/page-declaration.ts';
import { choiceParam, pageParam, presentParams, textParam } from '../../lib/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

const requires: RequiredAbility = {
  anyOf: ['read_auth_users'],
  denied: 'You cannot see the users of this project',
};

/** The list's question travels along to one user, so that the way back leads to the same list. */
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({
    q: textParam(search.q),
    sort: textParam(search.sort),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['create', 'invite']),
  });

export const authUsersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users',
  staticData: {
    page: {
      title: 'Users',
      group: 'Authentication',
      icon: IconUsers,
      keywords: 'auth people accounts',
      commands: [
        {
          id: 'create-user',
          label: 'Create a user',
          keywords: 'auth add',
          search: { dialog: 'create' },
          anyOf: ['update_auth_users'],
        },
      ],
      phrase: 'its users',
      requires,
    },
  },
  validateSearch,
  component: lazyPage(
    () => import('../../features/auth-users/user-list-page.tsx').then((module) => module.UserListPage),
    ofProject,
  ),
});

export const authUserRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users/$id',
  staticData: { page: { title: 'User', group: 'Authentication', phrase: 'its users', requires } },
  validateSearch,
  component: lazyPage(
    () => import('../../features/auth-users/user-page.tsx').then((module) => module.UserPage),
    ({ ref, id }) => ({ projectRef: ref, userId: id }),
  ),
});
