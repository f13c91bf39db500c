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
  return `${project.linkUrl}/auth/v1`;
}

/** What a token says of who the user is, for as long as the project's settings say. `amr`: newest first. */
export function tokenClaims(
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  amr: readonly AmrClaimRow[],
) {
  const issuedAt = Math.floor(context.now.getTime() / 1000);
  return {
    iss: issuer(context),
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: issuedAt + context.settings.jwt_exp,
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
      ...(authentication_method === 'sso/saml' ? identityProviderOf(user) : {}),
    })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauth_client_id ? { client_id: session.oauth_client_id } : {}),
    ...(session.scopes ? { scope: session.scopes } : {}),
  };
}

/** A token with these claims, signed with the project's key. */
export async function signAccessToken(
  { project }: Pick<AuthContext, 'project'>,
  claims: Readonly<Record<string, unknown>> & { exp: number; iat: number },
): Promise<AccessToken> {
  const token = await signToken(project.signingKey, claims);
  return { token, expiresAt: claims.exp, expiresIn: claims.exp - claims.iat };
}

/** Accounts of single sign-on belong to one identity provider. */
function identityProviderOf({ raw_app_meta_data }: UserRow): { provider?: string } {
  const [, id] = /^sso:(.+)$/.exec(String(raw_app_meta_data?.provider)) ?? [];
  return id === undefined ? {} : { provider: id };
}
