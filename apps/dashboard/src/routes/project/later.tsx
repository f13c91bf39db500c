import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { LaterPageName } from '../../shell/later-pages.ts';
import { projectRoute } from './project.tsx';

/** A page whose address is fixed already and whose content is not there yet. */
function later<const Path extends string>(
  path: Path,
  page: LaterPageName,
  surface: string,
  section?: string,
) {
  return createRoute({
    getParentRoute: () => projectRoute,
    path,
    staticData: { page, surface, ...(section === undefined ? {} : { section }) },
    component: lazyRouteComponent(() => import('../../shell/later-page.tsx'), 'LaterPage'),
  });
}

export const laterRoutes = [
  later('/settings/storage', 'settings/storage', 'Storage', 'Settings'),
  later('/settings/vault', 'settings/vault', 'Vault', 'Settings'),
  later('/branches', 'branches', 'Branches'),
  later('/api/graphiql', 'api/graphiql', 'GraphiQL', 'API'),
  later('/functions/$slug/details', 'functions/details', 'Edge function', 'Functions'),
  later('/usage', 'usage', 'Usage'),
];
