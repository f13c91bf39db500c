import { email as emailSchema, type FactorProof, type FactorWays } from '@basalt/contract';
import * as openid from 'openid-client';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import type { OpenIdSettings, PlatformSettings } from '../kernel/settings.ts';
import { newSessionToken } from '../kernel/tokens.ts';
import { openIdConfiguration } from './open-id-configuration.ts';
import { hashPassword } from './password-hash.ts';
import { assertSecondFactor, factorWays } from './prove-factor.ts';
import { type SealedFlow, sealFlow, unsealFlow } from './sealed-flow.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

type Machinery = Pick<Dependencies, 'db' | 'secrets' | 'settings' | 'outgoing' | 'log'>;

const FLOW_MS = 10 * 60_000;
const PENDING_MS = 5 * 60_000;

/** What a sign-in needs when it comes back. The browser that began it keeps it, sealed; nothing of it is kept here. */
interface Flow extends SealedFlow {
  kind: 'open id flow';
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody whom the provider has confirmed, and who still has to show a second factor. */
interface Pending extends SealedFlow {
  kind: 'open id pending';
  accountId: string;
}

/** Where the browser goes, and what it keeps meanwhile. @throws PlatformError `not_found`, `unavailable` */
export async function beginOpenId({
  secrets,
  settings,
  outgoing,
  log,
}: Machinery): Promise<{ url: string; flow: string }> {
  const provider = providerOf(settings);
  const configuration = await openIdConfiguration(provider, outgoing).catch((error: unknown) => {
    log('warn', { err: error }, 'the OpenID Connect provider of the dashboard cannot be asked');
    throw new PlatformError(
      'unavailable',
      `${provider.name} cannot be reached. Sign in with your password, or try again later.`,
    );
  });
  const flow: Flow = {
    kind: 'open id flow',
    until: Date.now() + FLOW_MS,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(settings),
    scope: 'openid email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, flow: sealFlow(secrets, flow) };
}

/**
 * Takes what the provider sent back, and finds the account of the address that it has verified, or makes one. Only addresses of the domains
 * that the operator has named are believed.
 * @param answer the query string
 * @returns the account that may enter, or the sealed word that its second factor is still to be shown
 * @throws PlatformError `not_found`, `bad_request` for what began elsewhere or too long ago, `unauthorized`, `forbidden`, `rate_limited`
 */
export async function finishOpenId(
  machinery: Machinery,
  { flow: sealed, answer }: { flow: string; answer: string },
  ip: string,
): Promise<{ account: AccountRow } | { pending: string; ways: FactorWays }> {
  const { db, secrets, settings, log } = machinery;
  const provider = providerOf(settings);
  const flow = unsealFlow<Flow>(secrets, sealed, 'open id flow');
  const subject = `open id from ${ip}`;
  const attempt = await beginAttempt(db, subject, ip);
  const address = await verifiedAddress(machinery, flow, answer).catch((error: unknown) => {
    if (error instanceof PlatformError) throw error;
    log('warn', { err: error }, 'a sign-in by OpenID Connect failed');
    throw new PlatformError(
      'unauthorized',
      `${provider.name} did not confirm who you are. Begin again, or sign in with your password.`,
    );
  });
  await forgiveAttempt(db, attempt, subject, ip);
  const account = await accountOf(db, address);
  const ways = await factorWays(db, account.id);
  if (ways === null) return { account };
  const pending: Pending = {
    kind: 'open id pending',
    until: Date.now() + PENDING_MS,
    accountId: account.id,
  };
  return { pending: sealFlow(secrets, pending), ways };
}

/** @throws PlatformError `unauthorized` for a wrong code or passkey, `bad_request` when it took too long, `rate_limited` */
export async function confirmOpenId(
  scope: Pick<Machinery, 'db' | 'secrets' | 'settings'>,
  { pending, ...proof }: FactorProof & { pending: string },
  ip: string,
): Promise<AccountRow> {
  const { db } = scope;
  const { accountId } = unsealFlow<Pending>(scope.secrets, pending, 'open id pending');
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) throw new PlatformError('unauthorized', 'This account has been deleted.');
  const attempt = await beginAttempt(db, account.email, ip);
  await db.transaction().execute((transaction) => assertSecondFactor(transaction, scope, account.id, proof));
  await forgiveAttempt(db, attempt, account.email, ip);
  return account;
}

/** The address of the person, verified by the provider and of a domain that it may speak for. */
async function verifiedAddress(
  { settings, outgoing }: Machinery,
  flow: Flow,
  answer: string,
): Promise<string> {
  const provider = providerOf(settings);
  const configuration = await openIdConfiguration(provider, outgoing);
  const url = new URL(returnAddress(settings));
  url.search = answer;
  const tokens = await openid.authorizationCodeGrant(configuration, url, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (token === undefined) throw new Error('There was no ID token.');
  // An address and whether it is verified are of one place: the word of one is none about the other's address.
  const claims =
    token.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await openid.fetchUserInfo(configuration, tokens.access_token, token.sub)
      : token;
  const read = emailSchema.safeParse(claims.email);
  if (!read.success || claims.email_verified !== true)
    throw new PlatformError(
      'forbidden',
      `${provider.name} has not told an e-mail address of yours that it has verified.`,
    );
  const domain = read.data.slice(read.data.lastIndexOf('@') + 1);
  if (!provider.domains.includes(domain))
    throw new PlatformError(
      'forbidden',
      `${read.data} is not an address of ${provider.domains.join(' or ')}, and others do not sign in this way.`,
    );
  return read.data;
}

/** The account with an address. A new one has a password that nobody knows: it can be set as a forgotten one is. */
async function accountOf(db: Database, email: string): Promise<AccountRow> {
  const find = () => db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  const password_hash = await hashPassword(newSessionToken());
  const made = await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('accounts')
      .values({ email, password_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (account !== undefined) await recordChange(transaction, { after: { email }, by: account });
    return account;
  });
  // Somebody else with the address came at the same moment.
  const account = made ?? (await find());
  if (account === undefined) throw new PlatformError('unauthorized', 'This account has been deleted.');
  return account;
}

function providerOf({ openId }: Pick<PlatformSettings, 'openId'>): OpenIdSettings {
  if (openId === null)
    throw new PlatformError('not_found', 'This Basalt has no provider to sign in with. Use your password.');
  return openId;
}

/** The page of the dashboard that providers lead back to. */
function returnAddress({ dashboardUrl }: Pick<PlatformSettings, 'dashboardUrl'>): string {
  return `${dashboardUrl}/sign-in/openid`;
}
