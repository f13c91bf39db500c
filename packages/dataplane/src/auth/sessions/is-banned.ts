import { instant } from '../store/times.ts';
import type { UserRow } from '../store/user-row.ts';

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return instant(user.banned_until) > now.getTime();
}
