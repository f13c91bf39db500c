import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { choiceParam, presentParams } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const inMenu = { section: 'Settings', subMenu: 'Settings' } as const;

export const settingsIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/settings/general', params, replace: true });
  },
});

export const settingsGeneralRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/general',
  staticData: {
    page: {
      title: 'General',
      fullName: 'General settings',
      ...inMenu,
      menuLabel: 'Settings',
      group: 'Project',
      icon: menuIcon('IconSettings'),
      goKey: ',',
      settings: () => import('./setting-places.ts').then((module) => module.SETTING_PLACES),
      worksWithoutApi: true,
      worksWhilePaused: true,
    },
  },
  component: lazyPage(
    () =>
      import('../../features/project-settings/general-settings.tsx').then((module) => module.GeneralSettings),
    ofProject,
  ),
});

export const settingsApiRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/api',
  staticData: {
    page: {
      title: 'API',
      menuLabel: 'API keys',
      ...inMenu,
      worksWhilePaused: true,
    },
  },
  component: lazyRouteComponent(() => import('./settings-api-page.tsx'), 'SettingsApiPage'),
});

const common = { ...inMenu, worksWhilePaused: true } as const;

export const settingsInfrastructureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/infrastructure',
  staticData: {
    page: {
      ...common,
      title: 'Infrastructure',
      worksWithoutApi: true,
      needsOwnServer: 'or kept',
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
      needsOwnServer: 'or kept',
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
      worksWithoutApi: true,
    },
  },
  component: lazyRouteComponent(() => import('./settings-database-page.tsx'), 'SettingsDatabasePage'),
});

export const settingsVaultRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/vault',
  staticData: {
    page: {
      ...common,
      title: 'Vault',
      worksWithoutApi: true,
      needsOwnServer: true,
    },
  },
  component: lazyPage(
    () => import('../../features/vault/vault-page.tsx').then((module) => module.VaultPage),
    ofProject,
  ),
});

export const settingsStorageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/storage',
  staticData: {
    page: {
      ...common,
      title: 'Storage',
      fullName: 'Storage settings',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/storage-settings/storage-settings-page.tsx').then(
        (module) => module.StorageSettingsPage,
      ),
    ofProject,
  ),
});
