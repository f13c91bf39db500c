import type { PresentedUser } from './present-user.ts';

/** What a client keeps to stay signed in. */
export interface SessionBody {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
  provider_token?: string;
  provider_refresh_token?: string;
  weak_password?: { message: string; reasons: readonly string[] };
}
