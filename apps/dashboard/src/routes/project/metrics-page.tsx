import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MetricsPage } from '../../features/infrastructure/metrics-page.tsx';
import { DEFAULT_RANGE } from '../../features/infrastructure/usage-ranges.ts';

export function ProjectMetricsPage() {
  const from = '/signed-in/project/$ref/observability';
  const { ref } = useParams({ from });
  const { range = DEFAULT_RANGE } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/observability' });
  return (
    <MetricsPage
      projectRef={ref}
      range={range}
      onRange={(next) =>
        void navigate({ search: next === DEFAULT_RANGE ? {} : { range: next }, replace: true })
      }
    />
  );
}
