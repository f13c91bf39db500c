import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { choiceParam, presentParams } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const loadBadge = () => import('../../features/advisors/advisor-badge.tsx');
const loadPages = () => import('./advisors-page.tsx');
const common = { section: 'Advisors', subMenu: 'Advisors', worksWithoutApi: true } as const;
const validateSearch = (search: Record<string, unknown>) =>
  presentParams({ show: choiceParam(search.show, ['ignored'] as const) });

export const securityAdvisorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/advisors/security',
  staticData: {
    page: {
      ...common,
      title: 'Security advisor',
      menuLabel: 'Advisors',
      fullName: 'Security advisor',
      group: 'Observability',
      icon: menuIcon('IconShieldExclamation'),
      goKey: 'v',
      phrase: 'its security advisor',
      badge: lazy(async () => ({ default: (await loadBadge()).AdvisorBadge })),
    },
  },
  validateSearch,
  component: lazyRouteComponent(loadPages, 'SecurityAdvisorPage'),
});

export const performanceAdvisorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/advisors/performance',
  staticData: {
    page: {
      ...common,
      title: 'Performance advisor',
      fullName: 'Performance advisor',
      phrase: 'its performance advisor',
    },
  },
  validateSearch,
  component: lazyRouteComponent(loadPages, 'PerformanceAdvisorPage'),
});
