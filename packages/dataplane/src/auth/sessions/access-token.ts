import { signToken } from '../../tokens/sign-token.ts';
import type { AuthContext } from '../auth-context.ts';
import type { AmrClaimRow } from '../store/amr-claims.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';
import { instant } from '../store/write-row.ts';

export interface AccessToken {
  token: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Seconds. */
  expiresIn: number;
}

/** Who issued the project's tokens: the `iss` claim. */
export function issuer({ project }: Pick<AuthContext, 'project'>): string {
  return `${project.publicUrl}/auth/v1`;
}

/** A signed token that says who the user is, for as long as the project's settings say. `amr`: newest first. */
export async function accessToken(
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  amr: readonly AmrClaimRow[],
): Promise<AccessToken> {
  const issuedAt = Math.floor(context.now.getTime() / 1000);
  const expiresIn = context.settings.jwt_exp;
  const claims = {
    iss: issuer(context),
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: amr.map(({ authentication_method, updated_at }) => ({
      method: authentication_method,
      timestamp: Math.floor(instant(updated_at) / 1000),
    })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauth_client_id ? { client_id: session.oauth_client_id } : {}),
    ...(session.scopes ? { scope: session.scopes } : {}),
  };
  const token = await signToken(context.project.signingKey, claims);
  return { token, expiresAt: claims.exp, expiresIn };
}
