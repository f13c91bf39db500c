import type { AuthSettings } from '@basalt/project';
import { admitting } from '../accounts/newcomer.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { OAuthProblem } from '../errors/oauth-problem.ts';
import { unlessRaced } from '../oauth/accounts/arrival.ts';
import { signInByProvider } from '../oauth/accounts/sign-in-by-provider.ts';
import { deleteOldClientStates } from '../oauth/flow/take-flow.ts';
import type { ProviderProfile } from '../oauth/providers/oauth-provider.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { isAllowedRedirect } from '../redirects/allowed-redirect.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { GrantHandler } from '../sign-in/grants.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { useOnce } from '../store/used-once.ts';
import type { Fields } from '../wire/read-body.ts';
import { MessageProblem, readSignInMessage, type SignInMessage, type Web3Chain } from './sign-in-message.ts';
import { isSignedBy } from './wallet-signature.ts';

const PROVIDER = 'web3';
const TITLES: Readonly<Record<Web3Chain, string>> = { ethereum: 'Ethereum', solana: 'Solana' };
const FORMS: Readonly<Record<Web3Chain, string>> = { ethereum: 'siwe', solana: 'siws' };
/** A message is good for as long after it was made, and clocks may differ by as much. */
const LIFE_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * `grant_type=web3`: a message that names the application, and the signature of a wallet below it. A message is good once.
 * Throws `web3_unsupported_chain`, `web3_provider_disabled`, `validation_failed` (no such message), `invalid_grant` (not
 * signed, not for this application, not now, or used), and what signing in throws.
 */
export const handleWeb3Grant: GrantHandler = async (context, body) => {
  const chain = body.text('chain');
  if (chain !== 'ethereum' && chain !== 'solana') throw new AuthError('web3_unsupported_chain');
  if (!context.settings[`external_web3_${chain}_enabled`]) throw new AuthError('web3_provider_disabled');
  limitClient(context, 'web3');
  const text = body.text('message') ?? '';
  const message = readMessage(chain, text);
  if (!isSignedBy(chain, message.address, text, readSignature(body)))
    throw new OAuthProblem('invalid_grant', 'Signature does not match address in message');
  checkPurpose(context.settings, chain, message);
  checkTimes(context.now, chain, message);
  const arrival = {
    provider: PROVIDER,
    profile: profileOf(chain, message),
    emailOptional: true,
    redirectTo: context.settings.site_url,
    challenge: null,
  };
  const attempt = () =>
    context.db.transaction(async (tx) => {
      await useUp(context, tx, chain, text);
      const user = await signInByProvider(context, tx, arrival);
      return issueSession(context, tx, user, { method: 'web3' });
    });
  return await unlessRaced(() => admitting(context, attempt));
};

function readMessage(chain: Web3Chain, text: string): SignInMessage {
  try {
    return readSignInMessage(chain, text);
  } catch (error) {
    if (!(error instanceof MessageProblem)) throw error;
    throw new AuthError('validation_failed', `${FORMS[chain]}: ${error.message}`, { cause: error });
  }
}

function readSignature(body: Fields): string {
  const signature = body.text('signature');
  if (signature) return signature;
  throw new AuthError('validation_failed', 'signature is required');
}

const LOCAL = /^localhost(?::\d+)?$/i;

/** Wallets show their owner the domain: a message for another application is of no use here. */
function checkPurpose(
  settings: Pick<AuthSettings, 'site_url' | 'uri_allow_list'>,
  chain: Web3Chain,
  { domain, uri }: SignInMessage,
): void {
  const isEncrypted = uri.protocol === 'https:' || (uri.protocol === 'http:' && LOCAL.test(uri.host));
  if (!isEncrypted) throw refused(chain, 'is using URI which does not use HTTPS');
  const isOurs = isAllowedRedirect(uri.href, settings) && uri.host === hostOf(uri, domain);
  if (!isOurs) throw refused(chain, 'was signed for another app');
}

/** A domain as browsers write it, without the port that its scheme has anyway. */
function hostOf(uri: URL, domain: string): string | undefined {
  return URL.parse(`${uri.protocol}//${domain}`)?.host;
}

function checkTimes(now: Date, chain: Web3Chain, message: SignInMessage): void {
  const age = now.getTime() - message.issuedAt.getTime();
  if (message.expirationTime !== null && now >= message.expirationTime) throw refused(chain, 'is expired');
  if (message.notBefore !== null && now < message.notBefore)
    throw refused(chain, 'becomes valid in the future');
  if (age > LIFE_MS) throw refused(chain, 'was issued too long ago');
  if (age < -LIFE_MS) throw refused(chain, 'was issued too far in the future');
}

function refused(chain: Web3Chain, why: string): OAuthProblem {
  return new OAuthProblem('invalid_grant', `Signed ${TITLES[chain]} message ${why}`);
}

/** Whoever sees a message on its way must not sign in with it once more. */
async function useUp({ now }: AuthContext, tx: Transaction, chain: Web3Chain, text: string): Promise<void> {
  await deleteOldClientStates(tx, new Date(now.getTime() - DAY_MS));
  if (!(await useOnce(tx, now, `${PROVIDER}:${chain}`, `${chain}\n${text}`)))
    throw refused(chain, 'was used already');
}

/** A wallet has an address and nothing else that is known of its owner. */
function profileOf(
  chain: Web3Chain,
  { address, chainId, domain, statement }: SignInMessage,
): ProviderProfile {
  const subject = `${PROVIDER}:${chain}:${address}`;
  return {
    subject,
    email: null,
    emailVerified: false,
    data: {
      sub: subject,
      custom_claims: { address, chain, network: chainId ?? '', domain, statement: statement ?? '' },
    },
  };
}
