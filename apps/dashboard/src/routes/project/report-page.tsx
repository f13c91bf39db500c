import { useParams } from '@tanstack/react-router';
import { ReportPage as Report } from '../../features/reports/report-page.tsx';

export function ReportPage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/reports/$id' });
  // Another report starts afresh.
  return <Report key={`${ref}:${id}`} projectRef={ref} id={id} />;
}
