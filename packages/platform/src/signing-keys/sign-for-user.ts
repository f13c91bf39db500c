import type { AuthUser } from '@basalt/contract';
import type { JWTPayload } from 'jose';
import type { Dependencies } from '../kernel/dependencies.ts';
import { signWithKeyInUse } from './sign-with-key-in-use.ts';

/** Seconds: longer than a call may take. */
const LIFETIME = 600;

/** A token of the project's auth service that says this for ten minutes. Callers check `read_api_keys` first. */
export async function signForMinutes(
  dependencies: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  project: { id: number; ref: string },
  claims: JWTPayload,
): Promise<{ token: string; expiresAt: Date }> {
  const now = Math.floor(Date.now() / 1_000);
  const exp = now + LIFETIME;
  const iss = `${dependencies.settings.projectUrl(project.ref)}/auth/v1`;
  const token = await signWithKeyInUse(dependencies, project.id, { iss, ...claims, iat: now, exp });
  return { token, expiresAt: new Date(exp * 1_000) };
}

/**
 * A token that says what the auth service says of somebody who has signed in, without a session: nothing can be made of it when it has
 * run out. Whoever gets one acts for the user, so callers check `read_api_keys` first.
 */
export async function signForUser(
  dependencies: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  project: { id: number; ref: string },
  user: AuthUser,
): Promise<string> {
  return (await signForMinutes(dependencies, project, userClaims(user))).token;
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
