import type { AuthUser } from '@basalt/contract';
import { StateLabel } from '../../ui/status/state-label.tsx';
import type { StatusTone } from '../../ui/status/status-look.ts';

interface UserState {
  label: string;
  tone: StatusTone;
}

const STATES = {
  deleted: { label: 'Deleted', tone: 'idle' },
  banned: { label: 'Banned', tone: 'danger' },
  anonymous: { label: 'Anonymous', tone: 'idle' },
  confirmed: { label: 'Confirmed', tone: 'ok' },
  invited: { label: 'Invited', tone: 'warn' },
  waiting: { label: 'Waiting', tone: 'warn' },
} as const satisfies Record<string, UserState>;
type UserStateName = keyof typeof STATES;

/** Whether somebody may not sign in at this moment. */
export function isBanned({ banned_until }: Pick<AuthUser, 'banned_until'>, now: number): boolean {
  return banned_until !== undefined && Date.parse(banned_until) > now;
}

/** The one thing to know about a user first: what keeps them out comes before what lets them in. */
function userStateName(user: AuthUser, now: number): UserStateName {
  if (user.deleted_at !== undefined) return 'deleted';
  if (isBanned(user, now)) return 'banned';
  if (user.is_anonymous === true) return 'anonymous';
  if (user.confirmed_at !== undefined) return 'confirmed';
  return user.invited_at === undefined ? 'waiting' : 'invited';
}

export function userState(user: AuthUser, now: number): UserState {
  return STATES[userStateName(user, now)];
}

/** What one must know first about a user, as a dot and a word. */
export function UserStateLabel({ user }: { user: AuthUser }) {
  const { tone, label } = userState(user, Date.now());
  return <StateLabel tone={tone} label={label} />;
}
