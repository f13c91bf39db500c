import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

export const settingsInfrastructureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/infrastructure',
  staticData: { page: 'settings/infrastructure', surface: 'Infrastructure', section: 'Settings' },
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
  staticData: { page: 'settings/compute-and-disk', surface: 'Compute and disk', section: 'Settings' },
  component: lazyRouteComponent(() => import('./settings-compute-page.tsx'), 'SettingsComputePage'),
});

export const settingsDatabaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/database',
  staticData: { page: 'settings/database', surface: 'Database', section: 'Settings' },
  component: lazyRouteComponent(() => import('./settings-database-page.tsx'), 'SettingsDatabasePage'),
});
