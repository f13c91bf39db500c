import { useParams } from '@tanstack/react-router';
import { MailboxPage } from '../../features/mailbox/mailbox-page.tsx';

export function AuthMailboxPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/mailbox' });
  return <MailboxPage projectRef={ref} />;
}
