import type { AuthUser } from '@basalt/contract';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Dependencies } from '../kernel/dependencies.ts';

/** Seconds: longer than a call may take. */
const LIFETIME = 600;

/**
 * A token that says what the auth service says of somebody who has signed in, without a session: nothing can be made of it when it has
 * run out. Whoever gets one acts for the user, so callers check `read_api_keys` first.
 */
export async function signForUser(
  { db, secrets, settings }: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  project: { id: number; ref: string },
  user: AuthUser,
): Promise<string> {
  const key = await db
    .selectFrom('signing_keys')
    .select(['id', 'is_legacy', 'algorithm', 'sealed_jwk'])
    .where('project_id', '=', project.id)
    .where('status', '=', 'in_use')
    .executeTakeFirstOrThrow();
  const jwk = JSON.parse(secrets.open(key.sealed_jwk)) as JWK;
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    iss: `${settings.projectUrl(project.ref)}/auth/v1`,
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: now + LIFETIME,
    iat: now,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role || 'authenticated',
    aal: 'aal1',
    amr: [],
    is_anonymous: user.is_anonymous ?? false,
  })
    .setProtectedHeader({ alg: key.algorithm, ...(key.is_legacy ? {} : { kid: key.id }), typ: 'JWT' })
    .sign(await importJWK(jwk, key.algorithm));
}
