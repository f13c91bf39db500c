import { useParams } from '@tanstack/react-router';
import { SmtpSettings } from '../../features/auth-settings/smtp-settings.tsx';

export function AuthSmtpPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/smtp' });
  return <SmtpSettings projectRef={ref} />;
}
