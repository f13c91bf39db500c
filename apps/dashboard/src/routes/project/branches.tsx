import { createRoute } from '@tanstack/react-router';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const branchesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/branches',
  staticData: {
    page: {
      title: 'Branches',
      group: 'Project',
      phrase: 'its branches',
      icon: menuIcon('IconGitBranch'),
      goKey: 'n',
      worksWithoutApi: true,
      worksWhilePaused: true,
      needsOwnServer: 'or kept',
    },
  },
  component: lazyPage(
    () => import('../../features/branches/branches-page.tsx').then((module) => module.BranchesPage),
    ofProject,
  ),
});
