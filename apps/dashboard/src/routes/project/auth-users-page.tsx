import { useParams } from '@tanstack/react-router';
import { UserListPage } from '../../features/auth-users/user-list-page.tsx';

export function AuthUsersPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/users' });
  return <UserListPage projectRef={ref} />;
}
