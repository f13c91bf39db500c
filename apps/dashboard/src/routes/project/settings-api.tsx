import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

export const settingsApiRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/api',
  staticData: { page: 'settings/api', surface: 'API', section: 'Settings' },
  component: lazyRouteComponent(() => import('./settings-api-page.tsx'), 'SettingsApiPage'),
});
