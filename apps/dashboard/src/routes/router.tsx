import { createRouter } from '@tanstack/react-router';
import { profileQuery } from '../api/profile-query.ts';
import { queryClient, whenSignedOut } from '../api/query-client.ts';
import { isDoor } from '../lib/pages/next-path.ts';
import { searchText } from '../lib/pages/search-text.ts';
import { LoadingScreen } from '../ui/pages/loading-screen.tsx';
import {
  forgottenPasswordRoute,
  joinRoute,
  openIdReturnRoute,
  resetPasswordRoute,
  setUpRoute,
  signInRoute,
  startRoute,
} from './entrance.tsx';
import { notFoundInProjectRoute, notFoundRoute } from './not-found.tsx';
import { attachDatabaseRoute, newIndexRoute, newProjectRoute, organizationRoutes } from './organization.tsx';
import { accountRoute, docsRoute, projectsRoute, supportRoute, tokensRoute } from './overview.tsx';
import { performanceAdvisorRoute, securityAdvisorRoute } from './project/advisors.tsx';
import { alertsRoute } from './project/alerts.tsx';
import { apiTablesRoute } from './project/api-tables.tsx';
import {
  authActivityRoute,
  authCustomProvidersRoute,
  authHooksRoute,
  authMailboxRoute,
  authOAuthApplicationsRoute,
  authRateLimitsRoute,
  authSettingsRoute,
  authSingleSignOnRoute,
  authSmtpRoute,
  authTemplatesRoute,
  authThirdPartyRoute,
  authUserRoute,
  authUsersRoute,
} from './project/auth.tsx';
import {
  backupsIndexRoute,
  pointInTimeRoute,
  scheduledBackupsRoute,
  settingsAddonsRoute,
} from './project/backups.tsx';
import { branchesRoute } from './project/branches.tsx';
import { databaseRoutes } from './project/database.tsx';
import { tableEditorRoute, tableRoute } from './project/editor.tsx';
import { functionRoutes } from './project/functions.tsx';
import { graphiqlRoute } from './project/graphiql.tsx';
import { projectHomeRoute } from './project/home.tsx';
import { logRoutes } from './project/logs.tsx';
import { metricsRoute } from './project/metrics.tsx';
import { projectRoute } from './project/project.tsx';
import { queryPerformanceRoute } from './project/query-performance.tsx';
import { realtimeRoutes } from './project/realtime.tsx';
import { databaseReportRoute, reportRoute, reportsRoute } from './project/reports.tsx';
import {
  settingsApiRoute,
  settingsComputeRoute,
  settingsDatabaseRoute,
  settingsGeneralRoute,
  settingsIndexRoute,
  settingsInfrastructureRoute,
  settingsStorageRoute,
  settingsVaultRoute,
} from './project/settings.tsx';
import { sqlRoute, sqlSnippetRoute } from './project/sql.tsx';
import { bucketRoute, bucketsRoute, storagePoliciesRoute } from './project/storage.tsx';
import { tableDesignerRoutes } from './project/table-designer.tsx';
import { usageRoute } from './project/usage.tsx';
import { rootRoute } from './root.tsx';
import { signedInRoute } from './signed-in.tsx';

// Pages are listed in the menu and the command menu in this order.
const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  setUpRoute,
  forgottenPasswordRoute,
  resetPasswordRoute,
  joinRoute,
  openIdReturnRoute,
  signedInRoute.addChildren([
    notFoundRoute,
    newIndexRoute,
    projectsRoute,
    accountRoute,
    tokensRoute,
    organizationRoutes,
    newProjectRoute,
    attachDatabaseRoute,
    supportRoute,
    docsRoute,
    projectRoute.addChildren([
      projectHomeRoute,
      tableEditorRoute,
      tableRoute,
      sqlRoute,
      sqlSnippetRoute,
      ...databaseRoutes,
      authUsersRoute,
      authUserRoute,
      authActivityRoute,
      authMailboxRoute,
      authSettingsRoute,
      authSmtpRoute,
      authTemplatesRoute,
      authRateLimitsRoute,
      authHooksRoute,
      authCustomProvidersRoute,
      authOAuthApplicationsRoute,
      authSingleSignOnRoute,
      authThirdPartyRoute,
      bucketsRoute,
      bucketRoute,
      storagePoliciesRoute,
      ...functionRoutes,
      ...realtimeRoutes,
      apiTablesRoute,
      graphiqlRoute,
      securityAdvisorRoute,
      performanceAdvisorRoute,
      queryPerformanceRoute,
      reportsRoute,
      databaseReportRoute,
      reportRoute,
      ...logRoutes,
      metricsRoute,
      usageRoute,
      alertsRoute,
      backupsIndexRoute,
      scheduledBackupsRoute,
      pointInTimeRoute,
      branchesRoute,
      settingsIndexRoute,
      settingsGeneralRoute,
      settingsApiRoute,
      settingsDatabaseRoute,
      settingsVaultRoute,
      settingsStorageRoute,
      settingsInfrastructureRoute,
      settingsComputeRoute,
      settingsAddonsRoute,
      ...tableDesignerRoutes,
      notFoundInProjectRoute,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  stringifySearch: searchText,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  scrollRestoration: false,
  // The contract's identifiers have no dots or dashes that need more than the default.
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

whenSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (isDoor(pathname)) return;
  // Otherwise the sign-in page would believe that somebody is still there.
  queryClient.removeQueries({ queryKey: profileQuery.queryKey });
  void router.navigate({ to: '/sign-in', search: { next: href }, replace: true });
});
