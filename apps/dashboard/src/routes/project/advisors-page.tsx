import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AdvisorPage } from '../../features/advisors/advisor-page.tsx';

export function SecurityAdvisorPage() {
  const from = '/signed-in/project/$ref/advisors/security';
  const { ref } = useParams({ from });
  const { show } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/advisors/security' });
  return (
    <AdvisorPage
      projectRef={ref}
      kind="security"
      isIgnoredShown={show === 'ignored'}
      onShow={(isIgnored) => void navigate({ search: isIgnored ? { show: 'ignored' } : {}, replace: true })}
    />
  );
}

export function PerformanceAdvisorPage() {
  const from = '/signed-in/project/$ref/advisors/performance';
  const { ref } = useParams({ from });
  const { show } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/advisors/performance' });
  return (
    <AdvisorPage
      projectRef={ref}
      kind="performance"
      isIgnoredShown={show === 'ignored'}
      onShow={(isIgnored) => void navigate({ search: isIgnored ? { show: 'ignored' } : {}, replace: true })}
    />
  );
}
