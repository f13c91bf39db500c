import { useParams } from '@tanstack/react-router';
import { DatabaseReportPage } from '../../features/reports/database-report-page.tsx';

export function ReportDatabasePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/reports/database' });
  return <DatabaseReportPage projectRef={ref} />;
}
