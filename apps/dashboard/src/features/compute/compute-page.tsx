import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ComputeForm } from './compute-form.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { useCompute } from './use-compute.ts';

/** How much of the machine a project gets. */
export function ComputePage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  const { data: settings, error, refetch } = useCompute(projectRef);
  const isMissing = settings === undefined && error !== null;
  return (
    <Page
      title="Compute and disk"
      description="On your own machine a larger size costs nothing but its share of the machine."
      width="narrow"
    >
      {isMissing && (
        <ErrorState error={error} title="The sizes could not be loaded" onRetry={() => void refetch()} />
      )}
      {!isMissing && (project === undefined || settings === undefined) && (
        <div role="status" aria-label="Loading compute and disk">
          <Skeleton height={370} radius={10} />
        </div>
      )}
      {project !== undefined && settings !== undefined && (
        <>
          <ReadOnlyNotice project={project} settings={settings} />
          <ComputeForm project={project} settings={settings} />
        </>
      )}
    </Page>
  );
}
