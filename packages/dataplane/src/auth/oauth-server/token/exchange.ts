import type { AuthContext } from '../../auth-context.ts';
import { OAuthProblem } from '../../errors/oauth-problem.ts';
import { fitsChallenge } from '../../flow-state/code-challenge.ts';
import type { SessionBody } from '../../present/present-session.ts';
import { isBanned } from '../../sessions/auth-method.ts';
import { issueSession } from '../../sessions/issue-session.ts';
import { refreshSession } from '../../sessions/refresh-session.ts';
import { audit } from '../../store/audit-log.ts';
import { findUserById } from '../../store/users.ts';
import { instant } from '../../store/write-row.ts';
import { isUuid } from '../../wire/read-body.ts';
import { deleteAuthorization, findAuthorization } from '../authorize/authorization-rows.ts';
import type { ClientRow } from '../clients/client-rows.ts';
import type { Scope } from '../scopes.ts';
import { signIdToken } from './id-token.ts';

type Body = ReadonlyMap<string, string>;

/** What an application gets: it never sees what the project's own pages get beside it. */
interface Tokens {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  refresh_token: string;
  id_token?: string;
}

/** Exchanges a code, once, for a session of its user. Throws OAuthProblem. */
export async function exchangeCode(context: AuthContext, client: ClientRow, body: Body): Promise<Tokens> {
  const code = body.get('code') ?? '';
  if (code === '') throw new OAuthProblem('invalid_request', 'code is required');
  const { session, idToken } = await context.db.transaction(async (tx) => {
    const authorization = isUuid(code) ? await findAuthorization(tx, 'authorization_code', code) : null;
    if (!authorization?.user_id || authorization.status !== 'approved')
      throw grant('Invalid authorization code');
    if (authorization.client_id !== client.id)
      throw grant('Authorization code was not issued for this client');
    if (instant(authorization.expires_at) <= context.now.getTime())
      throw grant('Authorization code has expired');
    const redirectUri = body.get('redirect_uri') ?? '';
    if (redirectUri !== '' && redirectUri !== authorization.redirect_uri) throw grant('Invalid redirect_uri');
    const { code_challenge: challenge, code_challenge_method: method } = authorization;
    const verifier = body.get('code_verifier') ?? '';
    if (challenge === null || !fitsChallenge(verifier, { challenge, method: method ?? 's256' }))
      throw grant('PKCE verification failed: the code verifier does not fit the code challenge');
    const user = await findUserById(tx, authorization.user_id, { lock: true });
    if (!user || user.deleted_at) throw grant('Invalid authorization code');
    if (isBanned(user, context.now)) throw new OAuthProblem('access_denied', 'User is banned');
    await deleteAuthorization(tx, authorization.id);
    const scopes = authorization.scope.split(' ') as Scope[];
    const { nonce } = authorization;
    const about = { clientId: client.id, scopes, nonce };
    await audit(context, tx, 'login', user, { provider: 'oauth_provider', client_id: client.id });
    return {
      idToken: scopes.includes('openid') ? await signIdToken(context, user, about) : null,
      session: await issueSession(context, tx, user, {
        method: 'oauth_provider/authorization_code',
        client: { id: client.id, scopes: authorization.scope },
      }),
    };
  });
  return { ...tokensOf(session), ...(idToken === null ? {} : { id_token: idToken }) };
}

/** New tokens for a refresh token, which must be this client's. Throws OAuthProblem, and what `refreshSession` throws. */
export async function exchangeRefreshToken(
  context: AuthContext,
  client: ClientRow,
  body: Body,
): Promise<Tokens> {
  const token = body.get('refresh_token') ?? '';
  if (token === '') throw new OAuthProblem('invalid_request', 'refresh_token is required');
  return tokensOf(await context.db.transaction((tx) => refreshSession(context, tx, token, client.id)));
}

function tokensOf({ access_token, token_type, expires_in, refresh_token }: SessionBody): Tokens {
  return { access_token, token_type, expires_in, refresh_token };
}

function grant(description: string): OAuthProblem {
  return new OAuthProblem('invalid_grant', description);
}
