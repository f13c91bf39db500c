import { useParams } from '@tanstack/react-router';
import { RateLimits } from '../../features/auth-settings/rate-limits.tsx';

export function AuthRateLimitsPage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/auth/rate-limits' });
  return <RateLimits projectRef={ref} />;
}
