import { createRoute } from '@tanstack/react-router';
import { FUNCTION_TABS, type FunctionTab } from '../../features/functions/details/function-tabs.ts';
import { logParams } from '../../features/functions/logs/log-search.ts';
import type { RequiredAbility } from '../../lib/pages/page-declaration.ts';
import { choiceParam, presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const common = { section: 'Edge functions', phrase: 'its functions' };
const reading = {
  anyOf: ['read_functions'],
  denied: 'You cannot see the functions of this project',
} satisfies RequiredAbility;
const deploying = {
  anyOf: ['deploy_functions'],
  denied: 'You cannot change the functions of this project',
} satisfies RequiredAbility;

const functionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/functions',
  staticData: {
    page: {
      ...common,
      subMenu: 'Edge functions',
      title: 'Functions',
      fullName: 'Edge functions',
      menuLabel: 'Edge functions',
      group: 'Backend',
      icon: menuIcon('IconLambda'),
      goKey: 'f',
      requires: reading,
    },
  },
  validateSearch: (search: Record<string, unknown>) => presentParams({ q: textParam(search.q) }),
  component: lazyPage(
    () =>
      import('../../features/functions/list/function-list-page.tsx').then(
        (module) => module.FunctionListPage,
      ),
    ofProject,
  ),
});

const secretsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/functions/secrets',
  staticData: {
    page: {
      ...common,
      subMenu: 'Edge functions',
      title: 'Secrets',
      fullName: 'Secrets of edge functions',
      requires: { ...deploying, denied: 'You cannot see the secrets of this project' },
    },
  },
  component: lazyPage(
    () => import('../../features/functions/secrets/secrets-page.tsx').then((module) => module.SecretsPage),
    ofProject,
  ),
});

const newFunctionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/functions/new',
  staticData: { page: { ...common, title: 'New function', requires: deploying } },
  component: lazyPage(
    () =>
      import('../../features/functions/code/new-function-page.tsx').then((module) => module.NewFunctionPage),
    ofProject,
  ),
});

const functionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/functions/$slug/details',
  staticData: { page: { ...common, title: 'Edge function', requires: reading } },
  validateSearch: (search: Record<string, unknown>) => ({
    ...presentParams({
      tab: choiceParam(search.tab, Object.keys(FUNCTION_TABS) as FunctionTab[]),
      calls: textParam(search.calls),
    }),
    ...logParams(search),
  }),
  component: lazyPage(
    () => import('../../features/functions/details/function-page.tsx').then((module) => module.FunctionPage),
    ({ ref, slug }) => ({ key: slug, projectRef: ref, slug }),
  ),
});

export const functionRoutes = [functionsRoute, secretsRoute, newFunctionRoute, functionRoute];
