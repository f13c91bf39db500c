import { IconCpu, IconDatabaseCog, IconServer } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams } from '../../lib/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

const common = { group: 'Settings', worksWhilePaused: true } as const;

export const settingsInfrastructureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/infrastructure',
  staticData: {
    page: {
      ...common,
      title: 'Infrastructure',
      icon: IconServer,
      keywords: 'upgrade postgres version cpu memory disk charts usage metrics',
      worksWithoutApi: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ range: choiceParam(search.range, ['1h', '3h', '24h', '7d'] as const) }),
  component: lazyRouteComponent(
    () => import('./settings-infrastructure-page.tsx'),
    'SettingsInfrastructurePage',
  ),
});

export const settingsComputeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/compute-and-disk',
  staticData: {
    page: {
      ...common,
      title: 'Compute and disk',
      icon: IconCpu,
      keywords: 'size resize memory cpu connections quota',
    },
  },
  component: lazyPage(
    () => import('../../features/compute/compute-page.tsx').then((module) => module.ComputePage),
    ofProject,
  ),
});

export const settingsDatabaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/database',
  staticData: {
    page: {
      ...common,
      title: 'Database',
      fullName: 'Database settings',
      icon: IconDatabaseCog,
      keywords: 'connection string postgres parameters configuration read-only',
      worksWithoutApi: true,
    },
  },
  component: lazyRouteComponent(() => import('./settings-database-page.tsx'), 'SettingsDatabasePage'),
});
