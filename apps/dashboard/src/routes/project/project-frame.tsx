import { Outlet, useMatches, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { useProject } from '../../api/use-project.ts';
import { LifecycleGate } from '../../features/lifecycle/lifecycle-gate.tsx';
import type { StatePageParts } from '../../features/lifecycle/state-pages.tsx';
import { BudgetBanner } from '../../features/usage/budget-banner.tsx';
import { isOfUse, serverKindOf } from '../../lib/pages/server-need.ts';
import { ResourceBanner } from '../../resource-warnings/resource-banner.tsx';
import { warningsQuery } from '../../resource-warnings/use-warnings.ts';
import { AbilityGate } from '../../shell/ability-gate.tsx';
import { ProjectNotFoundPage } from '../../shell/missing-pages/project-not-found-page.tsx';
import {
  organizationThatRequiresFactor,
  SecondFactorNeededPage,
} from '../../shell/missing-pages/second-factor-needed-page.tsx';
import { SubMenu } from '../../shell/sub-menu.tsx';
import { isNoProject } from '../../shell/use-shown-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page, PageAside } from '../../ui/pages/page.tsx';
import { ApiDocsHost } from './api-docs-host.tsx';
import { ConnectHost } from './connect-host.tsx';

const UpgradeStatusPage = lazy(() =>
  import('../../features/upgrades/upgrade-status.tsx').then((module) => ({
    default: module.UpgradeStatusPage,
  })),
);
const ElsewherePage = lazy(() =>
  import('../../features/attached-database/elsewhere-page.tsx').then((module) => ({
    default: module.ElsewherePage,
  })),
);
const ApiPanels = lazy(() =>
  import('../../features/api-keys/api-panels.tsx').then((module) => ({ default: module.ApiPanels })),
);

/** What features contribute to the pages that stand in for others while a project changes its state. */
const STATE_PAGE_PARTS: StatePageParts = {
  upgrading: (project) => (
    <Suspense>
      <UpgradeStatusPage project={project} />
    </Suspense>
  ),
  api: (project) => <ApiPanels projectRef={project.ref} />,
};

/** How long the first page of a project waits for what its banner says, in milliseconds. */
const BANNER_PATIENCE = 250;

/** This module, once the warnings are known: a banner that is there from the start moves nothing. They are kept for an hour. */
export async function whenBannerIsKnown() {
  const warnings = queryClient.prefetchQuery(warningsQuery());
  await Promise.race([warnings, new Promise((done) => setTimeout(done, BANNER_PATIENCE))]);
  return { ProjectFrame };
}

/** Shows a page of a project, or why it cannot be shown. Another project starts afresh. */
function ProjectFrame() {
  const { ref } = useParams({ from: '/signed-in/project/$ref' });
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const project = useProject(ref);
  if (project.isError && project.data === undefined) {
    if (isNoProject(project.error)) return <ProjectNotFoundPage projectRef={ref} />;
    const closed = organizationThatRequiresFactor(project.error);
    if (closed !== null) return <SecondFactorNeededPage organization={closed} />;
    const { status } = toApiError(project.error);
    return (
      <Page title="Project" width="narrow">
        <ErrorState
          error={project.error}
          title={status === 403 ? 'You cannot see this project' : 'This project could not be loaded'}
          onRetry={() => void project.refetch()}
        />
      </Page>
    );
  }
  const isElsewhere =
    page !== undefined &&
    project.data !== undefined &&
    !isOfUse(page.needsOwnServer, serverKindOf(project.data));
  return (
    <>
      <ResourceBanner projectRef={ref} />
      {project.data !== undefined && <BudgetBanner slug={project.data.organization_slug} />}
      <LifecycleGate key={ref} projectRef={ref} page={page} parts={STATE_PAGE_PARTS}>
        {isElsewhere ? (
          <Suspense>
            <ElsewherePage projectRef={ref} title={page.fullName ?? page.title} />
          </Suspense>
        ) : (
          <PageAside value={page?.subMenu === undefined ? null : <SubMenu name={page.subMenu} />}>
            <AbilityGate projectRef={ref} page={page}>
              <Outlet />
            </AbilityGate>
          </PageAside>
        )}
      </LifecycleGate>
      <ApiDocsHost key={`docs-${ref}`} projectRef={ref} />
      <ConnectHost key={`connect-${ref}`} projectRef={ref} />
    </>
  );
}
