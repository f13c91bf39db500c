import { AuthError } from '../errors/auth-error.ts';
import { redeemAuthCode } from '../flow-state/flow-states.ts';
import type { AuthMethod } from '../sessions/auth-method.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { GrantHandler } from '../sign-in/grants.ts';
import { takeSessionEnd } from '../sso/flow/session-ends.ts';
import { findUserById } from '../store/users.ts';
import { providerTokens } from './flow/complete-sign-in.ts';

/**
 * `grant_type=pkce`: the code that a link or a provider's answer ended with, and the verifier that only the browser which
 * began has. Throws `validation_failed`, `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`,
 * `user_not_found`, `user_banned`.
 */
export const handlePkceGrant: GrantHandler = async (context, body) => {
  const authCode = body.text('auth_code');
  const verifier = body.text('code_verifier');
  if (!authCode || !verifier) {
    throw new AuthError(
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const { session, tokens } = await context.db.transaction(async (tx) => {
    const flow = await redeemAuthCode(context, tx, authCode, verifier);
    const user = await findUserById(tx, flow.user_id, { lock: true });
    if (!user || user.deleted_at !== null) throw new AuthError('user_not_found', undefined, { status: 403 });
    const session = await issueSession(context, tx, user, {
      method: flow.authentication_method as AuthMethod,
      notAfter: flow.authentication_method === 'sso/saml' ? await takeSessionEnd(tx, flow.id) : null,
    });
    const { provider_access_token: accessToken, provider_refresh_token: refreshToken } = flow;
    return { session, tokens: providerTokens({ accessToken, refreshToken }) };
  });
  return { ...session, ...tokens };
};
