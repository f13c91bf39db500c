import type { SessionBody } from '../present/present-session.ts';
import { withFragment } from './redirect-with.ts';

/** An address that hands a session over to the app there. `type`: what was confirmed, if anything. */
export function withSession(address: string, session: SessionBody, type?: string): string {
  return withFragment(address, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(session.provider_refresh_token ? { provider_refresh_token: session.provider_refresh_token } : {}),
    ...(session.provider_token ? { provider_token: session.provider_token } : {}),
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    ...(type ? { type } : {}),
  });
}
