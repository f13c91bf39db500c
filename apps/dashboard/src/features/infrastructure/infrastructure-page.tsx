import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { useProject } from '../../api/use-project.ts';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ATTACHED_METRICS, MACHINE_METRICS } from './metrics.ts';
import { UsageCharts } from './usage-charts.tsx';
import type { UsageRange } from './usage-ranges.ts';

interface InfrastructurePageProps {
  projectRef: string;
  /** The version of PostgreSQL and the way to a newer one. */
  version: (project: Project) => ReactNode;
  range: UsageRange;
  onRange: (range: UsageRange) => void;
}

/** What a project runs on: its version of PostgreSQL, the way to a newer one, and what it uses of the machine. */
export function InfrastructurePage({ projectRef, version, range, onRange }: InfrastructurePageProps) {
  const { data: project } = useProject(projectRef);
  return (
    <Page
      title="Infrastructure"
      description={
        project?.is_attached
          ? 'The version of PostgreSQL, and what the database uses.'
          : 'The version of PostgreSQL, and what the project uses of the machine.'
      }
    >
      {project === undefined ? (
        <div role="status" aria-label="Loading infrastructure">
          <Skeleton height={248} radius={10} />
        </div>
      ) : (
        <>
          {version(project)}
          <UsageCharts
            project={project}
            title="What it uses"
            metrics={project.is_attached ? ATTACHED_METRICS : MACHINE_METRICS}
            range={range}
            onRange={onRange}
          />
        </>
      )}
    </Page>
  );
}
