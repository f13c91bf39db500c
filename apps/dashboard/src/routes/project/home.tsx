import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  staticData: {
    page: {
      title: 'Home',
      icon: menuIcon('IconHome'),
      goKey: 'h',
      // It shows what is broken and how to mend it.
      worksWithoutApi: 'when unhealthy',
      worksWhilePaused: true,
    },
  },
  // Of an upgrade, whose end is shown here.
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({ trackingId: textParam(search.trackingId) }),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});
