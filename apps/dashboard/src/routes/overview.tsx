import { PROJECT_STATUSES } from '@basalt/contract';
import { IconKey, IconStack2, IconUserCog } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams, textParam } from '../lib/pages/search-params.ts';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  staticData: {
    page: {
      title: 'Projects',
      fullName: 'All projects',
      goKey: 'p',
      icon: IconStack2,
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

export const docsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs/$name',
  staticData: { page: { title: 'Documentation' } },
  component: lazyPage(
    () => import('../features/documents/document-page.tsx').then((module) => module.DocumentPage),
    ({ name }) => ({ key: name, name }),
  ),
});

export const supportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support/new',
  staticData: {
    page: { title: 'Support', fullName: 'Support' },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      category: textParam(search.category),
      ref: textParam(search.ref),
      subject: textParam(search.subject),
      message: textParam(search.message),
    }),
  component: lazyPage(
    () => import('../features/support/support-page.tsx').then((module) => module.SupportPage),
    () => ({}),
  ),
});

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  staticData: {
    page: {
      title: 'Password and sessions',
      group: 'Account',
      section: 'Account',
      icon: IconUserCog,
    },
  },
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

export const tokensRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/tokens',
  staticData: {
    page: {
      title: 'Access tokens',
      group: 'Account',
      section: 'Account',
      icon: IconKey,
    },
  },
  component: lazyRouteComponent(
    () => import('../features/access-tokens/access-tokens-page.tsx'),
    'AccessTokensPage',
  ),
});
