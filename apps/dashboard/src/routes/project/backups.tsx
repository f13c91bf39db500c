import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { choiceParam, pageParam, presentParams } from '../../lib/search-params.ts';
import { projectRoute } from './project.tsx';

export const backupsIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/database/backups/scheduled', params, replace: true });
  },
});

export const scheduledBackupsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups/scheduled',
  staticData: { page: 'database/backups/scheduled', surface: 'Scheduled backups', section: 'Database' },
  validateSearch: (search: Record<string, unknown>) => presentParams({ page: pageParam(search.page) }),
  component: lazyRouteComponent(() => import('./backups-scheduled-page.tsx'), 'ScheduledBackupsPage'),
});

export const pointInTimeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups/pitr',
  staticData: { page: 'database/backups/pitr', surface: 'Point in time', section: 'Database' },
  component: lazyRouteComponent(() => import('./backups-pitr-page.tsx'), 'PointInTimePage'),
});

export const settingsAddonsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/addons',
  staticData: { page: 'settings/addons', surface: 'Add-ons', section: 'Settings' },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ panel: choiceParam(search.panel, ['pitr'] as const) }),
  component: lazyRouteComponent(() => import('./settings-addons-page.tsx'), 'SettingsAddonsPage'),
});
