import { IconKey } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

export const settingsApiRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/api',
  staticData: {
    page: {
      title: 'API',
      menuLabel: 'API keys',
      group: 'Settings',
      icon: IconKey,
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
