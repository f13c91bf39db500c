import type { AuthUser } from '@basalt/contract';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { userState } from './user-state.ts';

/** What one must know first about a user, as a dot and a word. */
export function UserStateLabel({ user }: { user: AuthUser }) {
  const { tone, label } = userState(user, Date.now());
  return <StateLabel tone={tone} label={label} />;
}
