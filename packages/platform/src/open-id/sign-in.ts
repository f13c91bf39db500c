import { email as emailSchema, type FactorProof, type FactorWays } from '@basalt/contract';
import * as openid from 'openid-client';
import { hashPassword } from '../accounts/password-hash.ts';
import { assertSecondFactor, factorWays } from '../accounts/prove-factor.ts';
import { type SealedFlow, sealFlow, unsealFlow } from '../accounts/sealed-flow.ts';
import { beginAttempt, forgiveAttempt } from '../accounts/sign-in-throttle.ts';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import type { OpenIdSettings, PlatformSettings } from '../kernel/settings.ts';
import { newSessionToken } from '../kernel/tokens.ts';
import { openIdConfiguration } from './configuration.ts';
import { lookWhenUsed } from './look-again.ts';
import { returnAddress } from './return-address.ts';
import { organizationOfDomain, readProvider, usableProvider } from './store.ts';

type Machinery = Pick<Dependencies, 'db' | 'secrets' | 'settings' | 'outgoing' | 'log'>;

const FLOW_MS = 10 * 60_000;
const PENDING_MS = 5 * 60_000;

/** What a sign-in needs when it comes back. The browser that began it keeps it, sealed; nothing of it is kept here. */
interface Flow extends SealedFlow {
  kind: 'open id flow';
  /** Whose provider it is with: an organization's, or that of the installation. */
  organizationId: number | null;
  /** Who was asked: what another one answers, or this one for another client, is not believed. */
  issuer: string;
  clientId: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody whom the provider has confirmed, and who still has to show a second factor. */
interface Pending extends SealedFlow {
  kind: 'open id pending';
  organizationId: number | null;
  issuer: string;
  clientId: string;
  accountId: string;
}

/**
 * Where the browser goes, and what it keeps meanwhile.
 * @param email of whoever signs in: their organization's provider is asked; without it that of the installation
 * @throws PlatformError `not_found`, `unavailable`
 */
export async function beginOpenId(
  machinery: Machinery,
  email: string | undefined,
): Promise<{ url: string; flow: string }> {
  const { db, secrets, settings, outgoing, log } = machinery;
  if (email !== undefined) await lookWhenUsed(db, outgoing, domainOf(email));
  const organizationId = email === undefined ? null : await organizationFor(db, settings, domainOf(email));
  const provider = await providerOf(machinery, organizationId);
  const configuration = await openIdConfiguration(provider, outgoing).catch((error: unknown) => {
    log('warn', { err: error }, 'an OpenID Connect provider of the dashboard cannot be asked');
    throw new PlatformError(
      'unavailable',
      `${provider.name} cannot be reached. Sign in with your password, or try again later.`,
    );
  });
  const flow: Flow = {
    kind: 'open id flow',
    until: Date.now() + FLOW_MS,
    organizationId,
    issuer: provider.issuer,
    clientId: provider.clientId,
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
  // The browser goes there from the sign-in page: an address that is a program would run in it.
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new PlatformError('unavailable', `${provider.name} names no page to sign in on.`);
  return { url: url.href, flow: sealFlow(secrets, flow) };
}

/**
 * Takes what the provider sent back, and finds the account of the address that it has verified, or makes one. Only addresses of the domains
 * that it may speak for are believed: those that the operator has named, or that an organization has shown to be its own.
 * @param answer the query string
 * @returns the account that may enter, or the sealed word that its second factor is still to be shown
 * @throws PlatformError `not_found`, `bad_request` for what began elsewhere or too long ago, `unauthorized`, `forbidden`, `rate_limited`
 */
export async function finishOpenId(
  machinery: Machinery,
  { flow: sealed, answer }: { flow: string; answer: string },
  ip: string,
): Promise<{ account: AccountRow } | { pending: string; ways: FactorWays }> {
  const { db, secrets, log } = machinery;
  const flow = unsealFlow<Flow>(secrets, sealed, 'open id flow');
  const provider = await sameProvider(machinery, flow);
  const subject = `open id from ${ip}`;
  const attempt = await beginAttempt(db, subject, ip);
  const address = await verifiedAddress(machinery, provider, flow, answer).catch((error: unknown) => {
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
  if (ways === null) {
    await joinOrganization(db, account, flow.organizationId);
    return { account };
  }
  const pending: Pending = {
    kind: 'open id pending',
    until: Date.now() + PENDING_MS,
    organizationId: flow.organizationId,
    issuer: flow.issuer,
    clientId: flow.clientId,
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
  const confirmed = unsealFlow<Pending>(scope.secrets, pending, 'open id pending');
  const { accountId, organizationId } = confirmed;
  const provider = await sameProvider(scope, confirmed);
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) throw new PlatformError('unauthorized', 'This account has been deleted.');
  assertSpeaksFor(provider, account.email);
  const attempt = await beginAttempt(db, account.email, ip);
  await db.transaction().execute((transaction) => assertSecondFactor(transaction, scope, account.id, proof));
  await forgiveAttempt(db, attempt, account.email, ip);
  await joinOrganization(db, account, organizationId);
  return account;
}

/** The address of the person, verified by the provider and of a domain that it may speak for. */
async function verifiedAddress(
  { settings, outgoing }: Machinery,
  provider: OpenIdSettings,
  flow: Flow,
  answer: string,
): Promise<string> {
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
  assertSpeaksFor(provider, read.data);
  return read.data;
}

/** @throws PlatformError `forbidden` */
function assertSpeaksFor({ domains }: OpenIdSettings, email: string): void {
  if (!domains.includes(domainOf(email)))
    throw new PlatformError(
      'forbidden',
      `${email} is not an address of ${domains.join(' or ')}, and others do not sign in this way.`,
    );
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

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/**
 * Makes whoever came by the provider of an organization a member, where it says so. Who is one already keeps their role.
 * Somebody who was removed comes back: leaving the provider is what ends it.
 */
async function joinOrganization(
  db: Database,
  account: AccountRow,
  organizationId: number | null,
): Promise<void> {
  if (organizationId === null) return;
  const role = (await readProvider(db, organizationId))?.join_role ?? null;
  if (role === null) return;
  await db.transaction().execute(async (transaction) => {
    const joined = await transaction
      .insertInto('organization_members')
      .values({ organization_id: organizationId, account_id: account.id, role })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst();
    const { email } = account;
    if (joined !== undefined)
      await recordChange(transaction, { organizationId, after: { email, role }, by: account });
  });
}

/** Whose provider speaks for the addresses of a domain; null: that of the installation. @throws PlatformError `not_found` */
async function organizationFor(
  db: Database,
  { openId }: Pick<PlatformSettings, 'openId'>,
  domain: string,
): Promise<number | null> {
  if (openId?.domains.includes(domain)) return null;
  const organizationId = await organizationOfDomain(db, domain);
  if (organizationId === null)
    throw new PlatformError(
      'not_found',
      `No organization signs in addresses of ${domain} with a provider. Use your password.`,
    );
  return organizationId;
}

/** The provider with which a sign-in began. @throws PlatformError `not_found`, `bad_request` where it is another one now */
async function sameProvider(
  scope: Pick<Machinery, 'db' | 'secrets' | 'settings'>,
  { organizationId, issuer, clientId }: Pick<Flow, 'organizationId' | 'issuer' | 'clientId'>,
): Promise<OpenIdSettings> {
  const provider = await providerOf(scope, organizationId);
  if (provider.issuer !== issuer || provider.clientId !== clientId)
    throw new PlatformError('bad_request', 'The provider was changed meanwhile. Begin again.');
  return provider;
}

/** @throws PlatformError `not_found` */
async function providerOf(
  { db, secrets, settings }: Pick<Machinery, 'db' | 'secrets' | 'settings'>,
  organizationId: number | null,
): Promise<OpenIdSettings> {
  const provider =
    organizationId === null ? settings.openId : await usableProvider(db, secrets, organizationId);
  if (provider === null)
    throw new PlatformError('not_found', 'There is no such provider to sign in with. Use your password.');
  return provider;
}
