import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

const inMenu = { section: 'Realtime', subMenu: 'Realtime' } as const;

const inspectorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/realtime/inspector',
  staticData: {
    page: {
      ...inMenu,
      title: 'Inspector',
      fullName: 'Realtime inspector',
      menuLabel: 'Realtime',
      group: 'Backend',
      icon: menuIcon('IconBroadcast'),
      goKey: 'r',
      phrase: 'its channels',
      requires: {
        anyOf: ['read_api_keys'],
        denied: 'You cannot join the channels of this project',
        reason: 'Joining takes its keys, which your role may not see.',
      },
    },
  },
  component: lazyPage(
    () =>
      import('../../features/realtime/inspector/inspector-page.tsx').then((module) => module.InspectorPage),
    ofProject,
  ),
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/realtime/settings',
  staticData: {
    page: {
      ...inMenu,
      title: 'Settings',
      fullName: 'Realtime settings',
      phrase: 'its realtime settings',
    },
  },
  component: lazyPage(
    () =>
      import('../../features/realtime/settings/settings-page.tsx').then(
        (module) => module.RealtimeSettingsPage,
      ),
    ofProject,
  ),
});

const trafficRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/realtime/traffic',
  staticData: {
    page: {
      ...inMenu,
      title: 'Traffic',
      fullName: 'Realtime traffic',
      phrase: 'its realtime traffic',
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ interval: textParam(search.interval) }),
  component: lazyPage(
    () => import('../../features/realtime/traffic/traffic-page.tsx').then((module) => module.TrafficPage),
    ofProject,
  ),
});

export const realtimeRoutes = [inspectorRoute, trafficRoute, settingsRoute];
