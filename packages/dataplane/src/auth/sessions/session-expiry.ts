import type { AuthSettings } from '@basalt/project';
import type { SessionRow } from '../store/sessions.ts';
import { instant } from '../store/times.ts';

type Limits = Pick<AuthSettings, 'sessions_timebox' | 'sessions_inactivity_timeout'>;

/** Why a session is over, as the end of a sentence: '' for its time, ' (Inactivity)'. Null while it goes on. */
export function expiry(
  session: Pick<SessionRow, 'created_at' | 'refreshed_at' | 'not_after'>,
  { sessions_timebox, sessions_inactivity_timeout }: Limits,
  now: Date,
): string | null {
  const time = now.getTime();
  const created = instant(session.created_at);
  if (instant(session.not_after) <= time) return '';
  if (sessions_timebox > 0 && created + sessions_timebox * 1000 <= time) return '';
  const used = session.refreshed_at ? instant(session.refreshed_at) : created;
  if (sessions_inactivity_timeout > 0 && used + sessions_inactivity_timeout * 1000 <= time)
    return ' (Inactivity)';
  return null;
}
