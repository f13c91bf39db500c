import { IconSettings } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage, ofProject } from '../lazy-page.tsx';
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
  staticData: {
    page: {
      title: 'General',
      fullName: 'General settings',
      group: 'Settings',
      icon: IconSettings,
      keywords: 'rename',
      commands: [
        {
          id: 'operate',
          label: 'Restart, pause or delete this project',
          keywords: 'stop resume restore remove',
          anyOf: ['restart_project', 'pause_project', 'delete_project'],
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
