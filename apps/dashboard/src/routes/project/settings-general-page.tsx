import { useParams } from '@tanstack/react-router';
import { GeneralSettings } from '../../features/project-settings/general-settings.tsx';

export function SettingsGeneralPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/general' });
  return <GeneralSettings projectRef={ref} />;
}
