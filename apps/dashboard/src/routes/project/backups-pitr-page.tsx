import { useParams } from '@tanstack/react-router';
import { PointInTime } from '../../features/backups/point-in-time.tsx';

export function PointInTimePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/database/backups/pitr' });
  return <PointInTime projectRef={ref} />;
}
