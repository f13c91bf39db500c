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
      keywords: 'rename',
      settings: () => import('./setting-places.ts').then((module) => module.SETTING_PLACES),
      commands: [
        {
          id: 'operate',
          label: 'Restart or pause this project',
          keywords: 'stop resume restore',
          anyOf: ['restart_project', 'pause_project'],
          needsOwnServer: true,
        },
        {
          id: 'delete-project',
          label: 'Delete this project',
          keywords: 'remove',
          hash: 'delete-project',
          anyOf: ['delete_project'],
        },
      ],
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
      keywords: 'settings anon service_role publishable secret url jwt signing keys rotate',
      commands: [
        {
          id: 'data-api',
          label: 'Data API settings',
          keywords: 'rest schemas exposed max rows',
          hash: 'data-api',
        },
      ],
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
      keywords: 'upgrade postgres version cpu memory disk charts usage metrics',
      worksWithoutApi: true,
      needsOwnServer: true,
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
      keywords: 'size resize memory cpu connections quota',
      needsOwnServer: true,
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
      keywords: 'connection string postgres parameters configuration read-only',
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
      keywords: 'secrets encrypted',
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
      keywords: 'file size limit upload s3 access keys image transformation',
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
