import { useProject } from '../../api/use-project.ts';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ATTACHED_METRICS, DATABASE_METRICS, MACHINE_METRICS, REQUEST_METRICS } from './metrics.ts';
import { UsageCharts } from './usage-charts.tsx';
import type { UsageRange } from './usage-ranges.ts';

interface MetricsPageProps {
  projectRef: string;
  range: UsageRange;
  onRange: (range: UsageRange) => void;
}

/** Everything that is measured of a project: of its database, and of the requests to its API. */
export function MetricsPage({ projectRef, range, onRange }: MetricsPageProps) {
  const { data: project } = useProject(projectRef);
  return (
    <Page title="Metrics" description="What the project uses, and how its API answers, minute by minute.">
      {project === undefined ? (
        <div role="status" aria-label="Loading metrics">
          <Skeleton height={420} radius={10} />
        </div>
      ) : (
        <UsageCharts
          project={project}
          title="Over time"
          metrics={[
            ...(project.is_attached ? ATTACHED_METRICS : MACHINE_METRICS),
            ...DATABASE_METRICS,
            ...(project.abilities.read_request_log ? REQUEST_METRICS : []),
          ]}
          range={range}
          onRange={onRange}
        />
      )}
    </Page>
  );
}
