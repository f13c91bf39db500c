import { createRoute } from '@tanstack/react-router';
import type { RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, idParam, pageParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const requires: RequiredAbility = {
  anyOf: ['read_auth_users'],
  denied: 'You cannot see the users of this project',
};

const inMenu = { section: 'Authentication', subMenu: 'Authentication' } as const;

/** The list's question travels along to one user, so that the way back leads to the same list. */
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({
    q: textParam(search.q),
    sort: textParam(search.sort),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['create', 'invite', 'import']),
  });

export const authUsersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users',
  staticData: {
    page: {
      ...inMenu,
      title: 'Users',
      fullName: 'Users',
      menuLabel: 'Authentication',
      group: 'Backend',
      icon: menuIcon('IconLock'),
      goKey: 'a',
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
  staticData: { page: { title: 'User', section: 'Authentication', phrase: 'its users', requires } },
  validateSearch,
  component: lazyPage(
    () => import('../../features/auth-users/user-page.tsx').then((module) => module.UserPage),
    ({ ref, id }) => ({ projectRef: ref, userId: id }),
  ),
});

export const authActivityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/activity',
  staticData: {
    page: {
      ...inMenu,
      title: 'Activity',
      fullName: 'Sign-in activity',
      phrase: 'its sign-in activity',
      requires,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ interval: textParam(search.interval) }),
  component: lazyPage(
    () => import('../../features/auth-activity/activity-page.tsx').then((module) => module.ActivityPage),
    ofProject,
  ),
});

const common = { ...inMenu, phrase: 'its authentication settings' };

export const authSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/settings',
  staticData: {
    page: {
      ...common,
      title: 'Settings',
      fullName: 'Authentication settings',
    },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/auth-settings.tsx').then((module) => module.AuthSettings),
    ofProject,
  ),
});

export const authSmtpRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/smtp',
  staticData: {
    page: { ...common, title: 'SMTP' },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/smtp-settings.tsx').then((module) => module.SmtpSettings),
    ofProject,
  ),
});

export const authTemplatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/templates',
  staticData: {
    page: {
      ...common,
      title: 'Mail templates',
    },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/mail-templates.tsx').then((module) => module.MailTemplates),
    ofProject,
  ),
});

export const authRateLimitsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/rate-limits',
  staticData: { page: { ...common, title: 'Rate limits' } },
  component: lazyPage(
    () => import('../../features/auth-settings/rate-limits.tsx').then((module) => module.RateLimits),
    ofProject,
  ),
});

export const authHooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/hooks',
  staticData: {
    page: {
      ...common,
      title: 'Hooks',
      fullName: 'Authentication hooks',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/auth-settings/hooks/hook-settings.tsx').then((module) => module.HookSettings),
    ofProject,
  ),
});

export const authCustomProvidersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/custom-providers',
  staticData: {
    page: {
      ...common,
      title: 'Custom providers',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/auth-settings/custom-providers/custom-providers.tsx').then(
        (module) => module.CustomProviders,
      ),
    ofProject,
  ),
});

export const authOAuthApplicationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/oauth-applications',
  staticData: {
    page: {
      ...common,
      title: 'OAuth applications',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/auth-settings/oauth-server/oauth-applications.tsx').then(
        (module) => module.OAuthApplications,
      ),
    ofProject,
  ),
});

export const authSingleSignOnRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/sso',
  staticData: {
    page: { ...common, title: 'Single sign-on' },
  },
  component: lazyPage(
    () => import('../../features/auth-settings/sso/single-sign-on.tsx').then((module) => module.SingleSignOn),
    ofProject,
  ),
});

export const authThirdPartyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/third-party',
  staticData: {
    page: {
      ...common,
      title: 'Third-party auth',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/auth-settings/third-party/third-party-auth.tsx').then(
        (module) => module.ThirdPartyAuth,
      ),
    ofProject,
  ),
});

export const authMailboxRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/mailbox',
  staticData: {
    page: {
      ...inMenu,
      title: 'Mailbox',
      fullName: 'Development mailbox',
      phrase: 'its mailbox',
      requires: {
        anyOf: ['read_api_keys'],
        denied: 'You cannot read the mailbox of this project',
        reason: 'Its messages let their reader sign in as the project’s users.',
      },
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      message: idParam(search.message),
    }),
  component: lazyPage(
    () => import('../../features/mailbox/mailbox-page.tsx').then((module) => module.MailboxPage),
    ofProject,
  ),
});
