import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { profileQuery } from '../api/profile-query.ts';
import { queryClient } from '../api/query-client.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { presentParams, textParam } from '../lib/pages/search-params.ts';
import { rootRoute } from './root.tsx';

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  staticData: { page: { title: 'Set up' } },
  validateSearch: (search: Record<string, unknown>) => presentParams({ code: textParam(search.code) }),
  beforeLoad: async () => {
    const setup = await queryClient.fetchQuery(orpc.accounts.setupStatus.queryOptions());
    if (!setup.needed) throw redirect({ to: '/projects' });
  },
  component: lazyRouteComponent(() => import('../features/set-up/set-up-page.tsx'), 'SetUpPage'),
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { page: { title: 'Sign in' } },
  validateSearch: (search: Record<string, unknown>) => presentParams({ next: textParam(search.next) }),
  beforeLoad: async ({ search }) => {
    const setup = await queryClient.fetchQuery(orpc.accounts.setupStatus.queryOptions());
    if (setup.needed) throw redirect({ to: '/set-up' });
    if (queryClient.getQueryData(profileQuery.queryKey) !== undefined)
      throw redirect({ href: nextPath(search.next) });
  },
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Where the provider of this installation leads back to. */
export const openIdReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/openid',
  staticData: { page: { title: 'Sign in' } },
  component: lazyRouteComponent(
    () => import('../features/sign-in/open-id-return-page.tsx'),
    'OpenIdReturnPage',
  ),
});

export const forgottenPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten-password',
  staticData: { page: { title: 'Forgot your password?' } },
  component: lazyRouteComponent(
    () => import('../features/password-reset/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
  ),
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { page: { title: 'Set a new password' } },
  component: lazyRouteComponent(
    () => import('../features/password-reset/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

/** What the link of an invitation leads to, signed in or not. */
export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  staticData: { page: { title: 'Join an organization' } },
  component: lazyRouteComponent(() => import('../features/join/join-page.tsx'), 'JoinPage'),
});
