import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { choiceParam, pageParam, presentParams } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const common = {
  section: 'Database',
  phrase: 'its backups',
  worksWhileUpgrading: true,
  needsOwnServer: 'or kept',
} as const;

/** The entry of the menu, which is "here" on both pages of backups. */
export const backupsIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups',
  staticData: {
    page: {
      ...common,
      title: 'Backups',
      group: 'Project',
      icon: menuIcon('IconHistory'),
      goKey: 'k',
    },
  },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/database/backups/scheduled', params, replace: true });
  },
});

export const scheduledBackupsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups/scheduled',
  staticData: { page: { ...common, title: 'Scheduled backups' } },
  validateSearch: (search: Record<string, unknown>) => presentParams({ page: pageParam(search.page) }),
  component: lazyRouteComponent(() => import('./backups-scheduled-page.tsx'), 'ScheduledBackupsPage'),
});

export const pointInTimeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database/backups/pitr',
  staticData: {
    page: {
      ...common,
      title: 'Point in time',
      fullName: 'Restore to a point in time',
    },
  },
  component: lazyPage(
    () => import('../../features/backups/point-in-time.tsx').then((module) => module.PointInTime),
    ofProject,
  ),
});

export const settingsAddonsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/addons',
  staticData: {
    page: {
      title: 'Add-ons',
      section: 'Settings',
      subMenu: 'Settings',
      worksWithoutApi: true,
      worksWhilePaused: true,
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ panel: choiceParam(search.panel, ['pitr', 'customDomain'] as const) }),
  component: lazyRouteComponent(() => import('./settings-addons-page.tsx'), 'SettingsAddonsPage'),
});
