import { time } from '../../present/optional-time.ts';
import type { SessionRow } from '../../store/sessions.ts';

/** A session as the dashboard shows it: where and when, and nothing that could be used in its place. */
export function presentAdminSession(session: SessionRow): Record<string, unknown> {
  return {
    id: session.id,
    user_id: session.user_id,
    aal: session.aal ?? 'aal1',
    user_agent: session.user_agent,
    ip: session.ip,
    tag: session.tag,
    ...time('created_at', session.created_at),
    ...time('updated_at', session.updated_at),
    ...time('refreshed_at', session.refreshed_at),
    ...time('not_after', session.not_after),
  };
}
