import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { withQuery } from '../../redirects/redirect-with.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { instant } from '../../store/write-row.ts';
import { type ClientRow, findClient } from '../clients/client-rows.ts';
import { presentClientToUser } from '../clients/present-client.ts';
import { coversScopes } from '../scopes.ts';
import { type AuthorizationRow, findAuthorization, updateAuthorization } from './authorization-rows.ts';
import { consentedScopes, putConsent } from './consent-rows.ts';

/**
 * What an application asks a user for, who is the only one from now on that can decide; where they allowed all of it before, the
 * address to go on to. Throws `oauth_authorization_not_found`, `validation_failed`.
 */
export function showAuthorization(
  context: AuthContext,
  user: UserRow,
  authorizationId: string,
): Promise<Record<string, unknown>> {
  return context.db.transaction(async (tx) => {
    const { authorization, client } = await pending(context, tx, authorizationId);
    if (authorization.user_id !== null && authorization.user_id !== user.id) throw notFound();
    await updateAuthorization(tx, authorization.id, { user_id: user.id });
    const allowed = await consentedScopes(tx, user.id, client.id);
    if (allowed !== '' && coversScopes(allowed, authorization.scope))
      return { redirect_url: await approve(context, tx, authorization) };
    return {
      authorization_id: authorization.authorization_id,
      redirect_uri: authorization.redirect_uri,
      client: presentClientToUser(client),
      user: { id: user.id, ...(user.email ? { email: user.email } : {}) },
      scope: authorization.scope,
    };
  });
}

/** Takes the decision of the user who was asked. Throws `oauth_authorization_not_found`, `validation_failed`. */
export function decideAuthorization(
  context: AuthContext,
  user: UserRow,
  authorizationId: string,
  action: 'approve' | 'deny',
): Promise<{ redirect_url: string }> {
  return context.db.transaction(async (tx) => {
    const { authorization, client } = await pending(context, tx, authorizationId);
    if (authorization.user_id !== user.id) throw notFound();
    if (action === 'approve') {
      const { scope } = authorization;
      await putConsent(tx, context.now, { userId: user.id, clientId: client.id, scopes: scope });
      await audit(context, tx, 'oauth_consent_granted', user, { client_id: client.id, scope });
      return { redirect_url: await approve(context, tx, authorization) };
    }
    await updateAuthorization(tx, authorization.id, { status: 'denied' });
    const refused = { error: 'access_denied', error_description: 'User denied the request' };
    return { redirect_url: back(authorization, refused) };
  });
}

async function pending(
  { now }: AuthContext,
  tx: Transaction,
  authorizationId: string,
): Promise<{ authorization: AuthorizationRow; client: ClientRow }> {
  const authorization = await findAuthorization(tx, 'authorization_id', authorizationId);
  if (!authorization || instant(authorization.expires_at) <= now.getTime()) throw notFound();
  const client = await findClient(tx, authorization.client_id);
  if (!client) throw notFound();
  if (authorization.status !== 'pending')
    throw new AuthError('validation_failed', 'authorization request is no longer pending');
  return { authorization, client };
}

async function approve(
  { now }: AuthContext,
  tx: Transaction,
  authorization: AuthorizationRow,
): Promise<string> {
  const code = randomUUID();
  await updateAuthorization(tx, authorization.id, {
    status: 'approved',
    authorization_code: code,
    approved_at: now.toISOString(),
  });
  return back(authorization, { code });
}

function back({ redirect_uri, state }: AuthorizationRow, parameters: Record<string, string>): string {
  return withQuery(redirect_uri, { ...parameters, ...(state === null ? {} : { state }) });
}

function notFound(): AuthError {
  return new AuthError('oauth_authorization_not_found', 'authorization not found');
}
