import { useParams } from '@tanstack/react-router';
import { ApiSettingsPage } from '../../features/api-keys/api-settings-page.tsx';
import { DataApiSection } from '../../features/data-api/data-api-section.tsx';

export function SettingsApiPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/api' });
  return <ApiSettingsPage projectRef={ref} dataApi={<DataApiSection projectRef={ref} />} />;
}
