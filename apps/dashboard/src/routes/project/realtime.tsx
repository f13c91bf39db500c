import { IconAdjustments, IconBroadcast, IconChartHistogram } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

const inspectorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/realtime/inspector',
  staticData: {
    page: {
      group: 'Realtime',
      title: 'Inspector',
      fullName: 'Realtime inspector',
      icon: IconBroadcast,
      keywords: 'broadcast presence changes websocket channels subscribe',
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
      group: 'Realtime',
      title: 'Settings',
      fullName: 'Realtime settings',
      icon: IconAdjustments,
      keywords: 'limits private channels clients switch off presence payload',
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
      group: 'Realtime',
      title: 'Traffic',
      fullName: 'Realtime traffic',
      icon: IconChartHistogram,
      keywords: 'connections messages charts sockets clients usage',
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
