import { useProject } from '../../api/use-project.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OldCluster } from '../upgrades/old-cluster.tsx';
import { UpgradeSection } from '../upgrades/upgrade-section.tsx';
import { useUpgrade } from '../upgrades/use-upgrade.ts';
import { UsageCharts } from './usage-charts.tsx';
import type { UsageRange } from './usage-ranges.ts';

interface InfrastructurePageProps {
  projectRef: string;
  range: UsageRange;
  onRange: (range: UsageRange) => void;
}

/** What a project runs on: its version of PostgreSQL, the way to a newer one, and what it uses of the machine. */
export function InfrastructurePage({ projectRef, range, onRange }: InfrastructurePageProps) {
  const { data: project } = useProject(projectRef);
  const { data: upgrade } = useUpgrade(projectRef, null);
  return (
    <Page
      title="Infrastructure"
      description="The version of PostgreSQL, and what the project uses of the machine."
    >
      {project === undefined ? (
        <div role="status" aria-label="Loading infrastructure">
          <Skeleton height={248} radius={10} />
        </div>
      ) : (
        <>
          <UpgradeSection project={project} />
          {upgrade && <OldCluster project={project} upgrade={upgrade} />}
          <UsageCharts project={project} range={range} onRange={onRange} />
        </>
      )}
    </Page>
  );
}
