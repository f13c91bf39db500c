import type { AuthUser } from '@basalt/contract';
import type { JWTPayload } from 'jose';
import type { Dependencies } from '../kernel/dependencies.ts';
import { signWithKeyInUse } from './sign-with-key-in-use.ts';

/** Seconds: longer than a call may take. */
const LIFETIME = 600;

/**
 * A token that says what the auth service says of somebody who has signed in, without a session: nothing can be made of it when it has
 * run out. Whoever gets one acts for the user, so callers check `read_api_keys` first.
 */
export async function signForUser(
  dependencies: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  project: { id: number; ref: string },
  user: AuthUser,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return signWithKeyInUse(dependencies, project.id, {
    iss: `${dependencies.settings.projectUrl(project.ref)}/auth/v1`,
    ...userClaims(user),
    iat: now,
    exp: now + LIFETIME,
  });
}

/** What a token says of a user, but for who made it and how long it holds. */
export function userClaims(user: AuthUser): JWTPayload {
  return {
    sub: user.id,
    aud: user.aud || 'authenticated',
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role || 'authenticated',
    aal: 'aal1',
    amr: [],
    is_anonymous: user.is_anonymous ?? false,
  };
}
