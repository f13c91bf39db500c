import { randomBytes } from 'node:crypto';
import type { OpenIdInput, OrganizationOpenId } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { assertMayRequireSecondFactor } from '../organizations/policy.ts';
import { getMembership, lockMembership, type Membership } from '../organizations/store.ts';
import { openIdConfiguration } from './configuration.ts';
import { lapsesAt, recordOf, whatIsWrong } from './domain-record.ts';
import { writeFound } from './look-again.ts';
import { returnAddress } from './return-address.ts';
import { readDomains, readProvider } from './store.ts';

type Scope = Pick<Dependencies, 'db' | 'secrets' | 'outgoing' | 'log'> & {
  settings: Pick<PlatformSettings, 'dashboardUrl' | 'openId'>;
};

/** PostgreSQL's name for two rows of the same value. */
const UNIQUE_VIOLATION = '23505';

/** The provider of an organization, without its secret. @throws PlatformError `not_found`, `forbidden` */
export async function readOpenId(scope: Scope, actor: Actor, slug: string): Promise<OrganizationOpenId> {
  return present(scope, scope.db, await ownersMembership(scope, actor, slug));
}

/**
 * Names the provider of an organization, once it has answered. Domains that stay keep what was shown of them.
 * @throws PlatformError `bad_request` for an issuer that is none, or another one without its secret; `conflict` for a domain of the operator's
 *   provider; `not_found`, `forbidden`
 */
export async function saveOpenId(
  scope: Scope,
  actor: Actor,
  slug: string,
  input: OpenIdInput,
): Promise<OrganizationOpenId> {
  const { organization } = await ownersMembership(scope, actor, slug);
  checkIssuer(input.issuer);
  const taken = input.domains.find((domain) => scope.settings.openId?.domains.includes(domain));
  if (taken !== undefined)
    throw new PlatformError(
      'conflict',
      `Addresses of ${taken} sign in with the provider of this installation.`,
    );
  const former = await readProvider(scope.db, organization.id);
  // Whoever may write the issuer must not have the secret sent to a server of theirs.
  const kept = former?.issuer === input.issuer ? former.sealed_secret : undefined;
  const sealed = input.client_secret === undefined ? kept : scope.secrets.seal(input.client_secret);
  if (sealed === undefined)
    throw new PlatformError('bad_request', 'is needed, with another issuer too', { field: 'client_secret' });
  await checkAnswer(scope, input, scope.secrets.open(sealed));
  return scope.db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayRequireSecondFactor(membership);
    const { id } = membership.organization;
    const { name, issuer, client_id, join_role } = input;
    const values = { name, issuer, client_id, join_role, sealed_secret: sealed };
    await transaction
      .insertInto('open_id_providers')
      .values({ organization_id: id, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute();
    const domains = [...new Set(input.domains)];
    await transaction
      .deleteFrom('open_id_domains')
      .where('organization_id', '=', id)
      .where('domain', 'not in', domains)
      .execute();
    await transaction
      .insertInto('open_id_domains')
      .values(
        domains.map((domain) => ({
          organization_id: id,
          domain,
          challenge: randomBytes(24).toString('base64url'),
        })),
      )
      .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
      .execute();
    await recordChange(transaction, {
      before: former === undefined ? null : { name: former.name, issuer: former.issuer },
      after: { name, issuer, domains },
    });
    return present(scope, transaction, membership);
  });
}

/**
 * Looks whether the TXT record of a domain says that it is the organization's, also of one that is verified. What it finds is kept, and told.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` where another organization has shown the domain to be its own
 */
export async function verifyOpenIdDomain(
  scope: Scope,
  actor: Actor,
  slug: string,
  domain: string,
): Promise<OrganizationOpenId> {
  const membership = await ownersMembership(scope, actor, slug);
  const { id } = membership.organization;
  const row = (await readDomains(scope.db, id)).find((one) => one.domain === domain);
  if (row === undefined) throw new PlatformError('not_found', `${domain} is no domain of the provider.`);
  const problem = await whatIsWrong(scope.outgoing, row);
  await scope.db
    .transaction()
    .execute(async (transaction) => {
      await writeFound(transaction, row, problem, new Date());
      if (problem === null && row.verified_at === null)
        await recordChange(transaction, { after: { domain } });
    })
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      throw new PlatformError('conflict', `Another organization has shown that ${domain} is its own.`);
    });
  return present(scope, scope.db, membership);
}

/** Nobody signs in with it any more. Accounts and members stay. @throws PlatformError `not_found`, `forbidden` */
export async function removeOpenId({ db }: Scope, actor: Actor, slug: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayRequireSecondFactor(membership);
    const removed = await transaction
      .deleteFrom('open_id_providers')
      .where('organization_id', '=', membership.organization.id)
      .returning(['name', 'issuer'])
      .executeTakeFirst();
    if (removed === undefined) throw new PlatformError('not_found', 'The organization has no provider.');
    await recordChange(transaction, { before: removed, after: null });
  });
}

async function ownersMembership({ db }: Pick<Scope, 'db'>, actor: Actor, slug: string): Promise<Membership> {
  const membership = await getMembership(db, actor, slug);
  assertMayRequireSecondFactor(membership);
  return membership;
}

async function present(
  { settings }: Pick<Scope, 'settings'>,
  db: Database,
  { organization: { id } }: Membership,
): Promise<OrganizationOpenId> {
  const row = await readProvider(db, id);
  const domains = await readDomains(db, id);
  return {
    provider:
      row === undefined
        ? null
        : {
            name: row.name,
            issuer: row.issuer,
            client_id: row.client_id,
            join_role: row.join_role,
            domains: domains.map(({ domain, challenge, verified_at, missing_since, problem }) => ({
              domain,
              record: { name: recordOf(domain), value: challenge },
              verified_at: verified_at?.toISOString() ?? null,
              lapses_at: missing_since === null ? null : lapsesAt(missing_since).toISOString(),
              problem,
            })),
          },
    return_address: returnAddress(settings),
  };
}

/** A provider on this machine, which the operator must allow, is no way through a network. @throws PlatformError `bad_request` */
function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isNear = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isNear)))
    throw wrongIssuer('must be an address that begins with https://');
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')
    throw wrongIssuer('must be an address without a user, a query and a fragment');
}

/** Asks the issuer what it is, so that nobody is sent to one that is none. @throws PlatformError `bad_request` */
async function checkAnswer(
  { outgoing, log }: Scope,
  input: OpenIdInput,
  clientSecret: string,
): Promise<void> {
  const { issuer, client_id: clientId, domains, name } = input;
  await openIdConfiguration({ issuer, clientId, clientSecret, domains, name }, outgoing).catch(
    (error: unknown) => {
      log('info', { err: error }, 'the OpenID Connect provider of an organization cannot be asked');
      throw wrongIssuer('does not answer as a provider of OpenID Connect that calls itself so');
    },
  );
}

function wrongIssuer(problem: string): PlatformError {
  return new PlatformError('bad_request', problem, { field: 'issuer' });
}
