import { admitting } from '../../accounts/newcomer.ts';
import type { AuthContext } from '../../auth-context.ts';
import { issueAuthCode } from '../../flow-state/flow-states.ts';
import type { SessionBody } from '../../present/present-session.ts';
import { withQuery, withSession } from '../../redirects/redirect-with.ts';
import { issueSession } from '../../sessions/issue-session.ts';
import { updateFlowState } from '../../store/flow-states.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { unlessRaced } from '../accounts/arrival.ts';
import { signInByProvider } from '../accounts/sign-in-by-provider.ts';
import { linkIdentity } from '../identities/link-identity.ts';
import type { ProviderLogin, ProviderTokens } from '../providers/oauth-provider.ts';
import type { BegunFlow } from './take-flow.ts';

/** Signs the person in, or adds the identity to the user who began this. Returns the application's address to go on to. */
export async function completeSignIn(
  context: AuthContext,
  { flow, challenge }: BegunFlow,
  { profile, tokens }: ProviderLogin,
  redirectTo: string,
): Promise<string> {
  const provider = flow.provider_type;
  const arrival = { provider, profile, emailOptional: flow.email_optional, redirectTo, challenge };
  const signIn = (tx: Transaction): Promise<UserRow> =>
    flow.linking_target_id === null
      ? signInByProvider(context, tx, arrival)
      : linkIdentity(context, tx, flow.linking_target_id, arrival);
  const attempt = () =>
    context.db.transaction(async (tx) => {
      const user = await signIn(tx);
      return challenge === null
        ? await issueSession(context, tx, user, { method: 'oauth' })
        : await codeFor(context, tx, flow, user, tokens);
    });
  const given = await unlessRaced(() => admitting(context, attempt));
  return typeof given === 'string'
    ? withQuery(redirectTo, { code: given })
    : withSession(redirectTo, { ...given, ...providerTokens(tokens) });
}

async function codeFor(
  context: AuthContext,
  tx: Transaction,
  flow: BegunFlow['flow'],
  user: UserRow,
  { accessToken, refreshToken }: ProviderTokens,
): Promise<string> {
  await updateFlowState(tx, context.now, flow.id, {
    provider_access_token: accessToken,
    provider_refresh_token: refreshToken,
  });
  return await issueAuthCode(context, tx, flow, user.id);
}

/** The provider's tokens as they stand in a session; those it did not give are left out. */
export function providerTokens({
  accessToken,
  refreshToken,
}: ProviderTokens): Pick<SessionBody, 'provider_token' | 'provider_refresh_token'> {
  return {
    ...(accessToken ? { provider_token: accessToken } : {}),
    ...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
  };
}
