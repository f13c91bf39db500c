import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ReportListPage as Reports } from '../../features/reports/report-list-page.tsx';

export function ReportListPage() {
  const from = '/signed-in/project/$ref/reports';
  const { ref } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/reports' });
  return (
    <Reports
      projectRef={ref}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
