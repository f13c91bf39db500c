import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

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
  staticData: { page: 'settings/general', surface: 'General', section: 'Settings' },
  component: lazyRouteComponent(() => import('./settings-general-page.tsx'), 'SettingsGeneralPage'),
});
