import { useParams } from '@tanstack/react-router';
import { RequestLogPage } from '../../features/request-log/request-log-page.tsx';

export function LogsPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/logs' });
  return <RequestLogPage projectRef={ref} />;
}
