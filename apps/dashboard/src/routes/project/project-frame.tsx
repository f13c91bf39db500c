import { Outlet, useMatches, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { useProject } from '../../api/use-project.ts';
import { LifecycleGate } from '../../features/lifecycle/lifecycle-gate.tsx';
import type { StatePageParts } from '../../features/lifecycle/state-pages.tsx';
import { AbilityGate } from '../../shell/ability-gate.tsx';
import { ProjectNotFoundPage } from '../../shell/missing-pages/project-not-found-page.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';

const ResourceBanner = lazy(() =>
  import('../../resource-warnings/resource-banner.tsx').then((module) => ({
    default: module.ResourceBanner,
  })),
);

const UpgradeStatusPage = lazy(() =>
  import('../../features/upgrades/upgrade-status.tsx').then((module) => ({
    default: module.UpgradeStatusPage,
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

/** Shows a page of a project, or why it cannot be shown. Another project starts afresh. */
export function ProjectFrame() {
  const { ref } = useParams({ from: '/signed-in/project/$ref' });
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const project = useProject(ref);
  if (project.isError && project.data === undefined) {
    const { status } = toApiError(project.error);
    // A ref that is not 20 letters is refused as a bad request; to a person it is the same.
    if (status === 404 || status === 400) return <ProjectNotFoundPage projectRef={ref} />;
    return (
      <Page title="Project" width="narrow">
        <ErrorState
          error={project.error}
          title={status === 403 ? 'You may not see this project' : 'This project could not be loaded'}
          onRetry={() => void project.refetch()}
        />
      </Page>
    );
  }
  return (
    <>
      <Suspense>
        <ResourceBanner projectRef={ref} />
      </Suspense>
      <LifecycleGate key={ref} projectRef={ref} page={page} parts={STATE_PAGE_PARTS}>
        <AbilityGate projectRef={ref} page={page}>
          <Outlet />
        </AbilityGate>
      </LifecycleGate>
    </>
  );
}
