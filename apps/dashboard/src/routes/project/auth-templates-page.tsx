import { useParams } from '@tanstack/react-router';
import { MailTemplates } from '../../features/auth-settings/mail-templates.tsx';

export function AuthTemplatesPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/templates' });
  return <MailTemplates projectRef={ref} />;
}
