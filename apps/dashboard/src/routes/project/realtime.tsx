import { IconAdjustments, IconBroadcast } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
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

export const realtimeRoutes = [inspectorRoute, settingsRoute];
