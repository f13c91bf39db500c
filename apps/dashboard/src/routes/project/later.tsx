import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';
import type { LaterPagePath } from '../../shell/missing-pages/later-pages.ts';
import { projectRoute } from './project.tsx';

type PathInProject<Path extends string> = Path extends `/project/$ref${infer Rest}` ? Rest : never;

/** A page whose address is fixed already and whose content is not there yet. */
function later<const Path extends PathInProject<LaterPagePath>>(path: Path, page: PageDeclaration) {
  return createRoute({
    getParentRoute: () => projectRoute,
    path,
    staticData: { page },
    component: lazyRouteComponent(() => import('../../shell/missing-pages/later-page.tsx'), 'LaterPage'),
  });
}

export const laterRoutes = [later('/usage', { title: 'Usage' })];
