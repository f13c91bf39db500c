import { useParams } from '@tanstack/react-router';
import { DatabasePage } from '../../features/compute/database-page.tsx';

export function SettingsDatabasePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/database' });
  return <DatabasePage projectRef={ref} />;
}
