import { useParams } from '@tanstack/react-router';
import { AuthSettings } from '../../features/auth-settings/auth-settings.tsx';

export function AuthSettingsPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/settings' });
  return <AuthSettings projectRef={ref} />;
}
