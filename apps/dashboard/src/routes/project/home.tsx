import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

export const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  staticData: { page: 'home', surface: 'Home' },
  component: lazyRouteComponent(async () => {
    const { ProjectHome } = await import('../../features/project-home/project-home.tsx');
    return { Route: () => <ProjectHome projectRef={projectHomeRoute.useParams().ref} /> };
  }, 'Route'),
});
