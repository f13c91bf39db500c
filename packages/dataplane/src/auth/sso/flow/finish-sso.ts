import { admitting } from '../../accounts/newcomer.ts';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { issueAuthCode } from '../../flow-state/flow-states.ts';
import { unlessRaced } from '../../oauth/accounts/arrival.ts';
import { signInByProvider } from '../../oauth/accounts/sign-in-by-provider.ts';
import { deleteOldClientStates } from '../../oauth/flow/take-flow.ts';
import { allowedRedirect } from '../../redirects/allowed-redirect.ts';
import { withQuery, withSession } from '../../redirects/redirect-with.ts';
import { issueSession } from '../../sessions/issue-session.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { useOnce } from '../../store/used-once.ts';
import { instant } from '../../store/write-row.ts';
import { isUuid } from '../../wire/read-body.ts';
import { currentMetadata } from '../metadata/fetch-metadata.ts';
import {
  findProvider,
  type RelayState,
  type SsoProvider,
  takeRelayState,
} from '../providers/provider-rows.ts';
import { type Assertion, AssertionProblem } from '../saml/check-assertion.ts';
import { describePerson } from '../saml/describe-person.ts';
import type { SealedAnswer } from '../saml/open-encrypted.ts';
import { samlKey } from '../saml/saml-key.ts';
import { believe, claimedIssuer, readAnswer, samlAddresses } from '../saml/service-provider.ts';
import { keepSessionEnd } from './session-ends.ts';

/** What an identity provider lets a browser bring. */
export interface SamlAnswer {
  /** Base64. */
  response: string;
  /** What we gave along; an address or nothing where the identity provider began. */
  relayState: string;
}

const RELAY_STATE_LIFE_MS = 120_000;
const DAY_MS = 86_400_000;

/**
 * Ends a sign-in with what the identity provider said. Returns the application's address to go on to, with a session or a code for it.
 * @throws {AuthError} saml_relay_state_not_found, saml_relay_state_expired, saml_idp_not_found, sso_provider_disabled,
 * validation_failed (not believed), saml_assertion_no_user_id, saml_assertion_no_email, and what signing in throws
 */
export async function finishSso(context: AuthContext, { response, relayState }: SamlAnswer): Promise<string> {
  const { db, now } = context;
  const begun = isUuid(relayState) ? await takeBegun(context, relayState.toLowerCase()) : null;
  const answer = readBelievable(() => readAnswer(response));
  const provider = await providerOf(context, begun, answer);
  if (provider.disabled) throw new AuthError('sso_provider_disabled');
  const metadata = await currentMetadata(context, provider);
  const assertion = await believe(samlAddresses(context), metadata, {
    answer,
    key: answer.isSealed ? await samlKey(context) : null,
    requestId: begun?.request_id ?? null,
    now,
  }).catch(refuseProblem);
  const profile = describePerson(assertion, provider.saml.attribute_mapping, provider.saml.entity_id);
  const redirectTo = allowedRedirect(begun === null ? relayState : begun.redirect_to, context.settings);
  const arrival = {
    provider: `sso:${provider.id}`,
    profile,
    emailOptional: false,
    redirectTo,
    challenge: null,
    isSso: true,
  };
  const attempt = () =>
    db.transaction(async (tx) => {
      await useUp(context, tx, provider, assertion);
      const user = await signInByProvider(context, tx, arrival);
      const { sessionEndsAt } = assertion;
      const flowId = begun?.flow_state_id ?? null;
      if (flowId === null)
        return issueSession(context, tx, user, { method: 'sso/saml', notAfter: sessionEndsAt });
      if (sessionEndsAt !== null) await keepSessionEnd(tx, flowId, sessionEndsAt, now);
      return issueAuthCode(context, tx, { id: flowId }, user.id);
    });
  const given = await unlessRaced(() => admitting(context, attempt));
  return typeof given === 'string' ? withQuery(redirectTo, { code: given }) : withSession(redirectTo, given);
}

/** The sign-in that a relay state belongs to. It is used up by this, whatever comes of it. */
async function takeBegun(context: AuthContext, id: string): Promise<RelayState> {
  const begun = await takeRelayState(context.db, id);
  if (begun === null) throw new AuthError('saml_relay_state_not_found');
  if (!(context.now.getTime() < instant(begun.created_at) + RELAY_STATE_LIFE_MS))
    throw new AuthError('saml_relay_state_expired');
  return begun;
}

async function providerOf(
  { db }: AuthContext,
  begun: RelayState | null,
  answer: SealedAnswer,
): Promise<SsoProvider> {
  if (begun !== null) return (await findProvider(db, 'id', begun.sso_provider_id)) ?? notFound();
  const issuer = claimedIssuer(answer);
  return (issuer === null ? null : await findProvider(db, 'entityId', issuer)) ?? notFound();
}

function notFound(): never {
  throw new AuthError('saml_idp_not_found');
}

function readBelievable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseProblem(error);
  }
}

function refuseProblem(error: unknown): never {
  if (!(error instanceof AssertionProblem)) throw error;
  throw new AuthError('validation_failed', `SAML Assertion is not valid: ${error.message}`, { cause: error });
}

async function useUp(
  context: AuthContext,
  tx: Transaction,
  provider: SsoProvider,
  { id }: Assertion,
): Promise<void> {
  await deleteOldClientStates(tx, new Date(context.now.getTime() - DAY_MS));
  if (await useOnce(tx, context.now, 'saml', `${provider.id}\n${id}`)) return;
  throw new AuthError('validation_failed', 'SAML Assertion is not valid: it was used already');
}
