import { useParams } from '@tanstack/react-router';
import { UserPage } from '../../features/auth-users/user-page.tsx';

export function AuthUserPage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/auth/users/$id' });
  return <UserPage projectRef={ref} userId={id} />;
}
