import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParam, presentParams } from '../../lib/search-params.ts';
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
    validateSearch: (search: Record<string, unknown>) =>
      presentParams({ panel: choiceParam(search.panel, ['pitr']) }),
    component: lazyRouteComponent(() => import('../../shell/later-page.tsx'), 'LaterPage'),
  });
}

export const laterRoutes = [
  later('/settings/database', 'settings/database', 'Database', 'Settings'),
  later('/settings/storage', 'settings/storage', 'Storage', 'Settings'),
  later('/settings/infrastructure', 'settings/infrastructure', 'Infrastructure', 'Settings'),
  later('/settings/compute-and-disk', 'settings/compute-and-disk', 'Compute and disk', 'Settings'),
  later('/settings/vault', 'settings/vault', 'Vault', 'Settings'),
  later('/settings/addons', 'settings/addons', 'Add-ons', 'Settings'),
  later('/branches', 'branches', 'Branches'),
  later('/database/backups', 'database/backups', 'Backups', 'Database'),
  later('/database/backups/scheduled', 'database/backups/scheduled', 'Scheduled backups', 'Database'),
  later('/database/backups/pitr', 'database/backups/pitr', 'Point in time', 'Database'),
  later('/reports', 'reports', 'Reports'),
  later('/reports/$id', 'reports', 'Reports'),
  later('/api/graphiql', 'api/graphiql', 'GraphiQL', 'API'),
  later('/functions/$slug/details', 'functions/details', 'Edge function', 'Functions'),
  later('/usage', 'usage', 'Usage'),
];
