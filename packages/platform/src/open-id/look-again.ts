import type { Outgoing } from '@basalt/network';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { OpenIdDomainRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { lapsesAt, recordOf, standingAfter, whatIsWrong } from './domain-record.ts';

const LOOK_EVERY_HOURS = 24;
/** Whoever signs in makes it look sooner. */
const LOOK_WHEN_USED_HOURS = 1;
const PASS_MS = 60 * 60_000;
/** One that was missed once may be there again with the next look: its owners hear of those that were missed twice. */
const TELL_AFTER_HOURS = 12;
const TURNS = { parallel: 4, turnMs: 15_000 };

type Scope = Pick<Dependencies, 'db' | 'outgoing' | 'settings' | 'mailer' | 'log'>;

/** Looks at the start and hour by hour which records of verified domains are still there, each once a day. */
export function startLookingAgain(scope: Scope): { stop(): void } {
  const look = () => {
    lookAgain(scope).catch((error: unknown) =>
      scope.log('error', { err: error }, 'looking for the records of domains failed'),
    );
  };
  const timer = setInterval(look, PASS_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

/** Looks for the records that were not looked for since yesterday, and tells owners of those that are missing. */
export async function lookAgain(scope: Scope, now = new Date()): Promise<void> {
  const due = await scope.db
    .selectFrom('open_id_domains')
    .selectAll()
    .where('verified_at', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('looked_at', 'is', null), eb('looked_at', '<=', hoursBefore(now, LOOK_EVERY_HOURS))]),
    )
    .execute();
  await takeTurns(due, TURNS, (domain) =>
    lookForRecord(scope.db, scope.outgoing, domain, now).then(
      (after) => {
        if (after.verified_at === null)
          scope.log('warn', { domain: domain.domain }, 'the provider of an organization lost a domain');
      },
      (error: unknown) => scope.log('warn', { err: error }, 'the record of a domain could not be looked for'),
    ),
  );
  const missing = await scope.db
    .selectFrom('open_id_domains')
    .selectAll()
    .where('missing_since', '<=', hoursBefore(now, TELL_AFTER_HOURS))
    .where('told_at', 'is', null)
    .execute();
  await takeTurns(missing, TURNS, (domain) =>
    tellOwners(scope, domain, now).catch((error: unknown) =>
      scope.log('warn', { err: error }, 'owners could not be told of a domain that is missing its record'),
    ),
  );
}

/** The same for a domain of which somebody signs in, unless it was looked for within the hour. */
export async function lookWhenUsed(
  db: Database,
  outgoing: Pick<Outgoing, 'texts'>,
  name: string,
  now = new Date(),
): Promise<void> {
  const domain = await db
    .selectFrom('open_id_domains')
    .selectAll()
    .where('domain', '=', name)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (domain === undefined) return;
  if (domain.looked_at !== null && domain.looked_at > hoursBefore(now, LOOK_WHEN_USED_HOURS)) return;
  await lookForRecord(db, outgoing, domain, now);
}

/** Looks for the record of a verified domain, and writes down what that makes of it. */
async function lookForRecord(
  db: Database,
  outgoing: Pick<Outgoing, 'texts'>,
  domain: OpenIdDomainRow,
  now: Date,
): Promise<{ verified_at: Date | null }> {
  return writeFound(db, domain, await whatIsWrong(outgoing, domain), now);
}

/**
 * Writes down what was found where the record of a domain should be.
 * @param problem what is wrong; null: nothing
 * @throws the database's error where the domain is verified as another organization's
 */
export async function writeFound(
  db: Database,
  domain: OpenIdDomainRow,
  problem: string | null,
  now: Date,
): Promise<{ verified_at: Date | null }> {
  const after = standingAfter(domain, problem === null, now);
  await db
    .updateTable('open_id_domains')
    .set({ ...after, problem, looked_at: now })
    .where('organization_id', '=', domain.organization_id)
    .where('domain', '=', domain.domain)
    .where('challenge', '=', domain.challenge)
    // Whoever looked meanwhile knows better.
    .where('verified_at', 'is not distinct from', domain.verified_at)
    .where('missing_since', 'is not distinct from', domain.missing_since)
    .execute();
  return after;
}

/** Without a mail server the page is all that tells. One that takes no mail now is tried again in an hour. */
async function tellOwners(
  { db, mailer, settings }: Scope,
  { organization_id, domain, missing_since }: OpenIdDomainRow,
  now: Date,
): Promise<void> {
  if (mailer === null || missing_since === null) return;
  const { slug, name } = await db
    .selectFrom('organizations')
    .select(['slug', 'name'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  const owners = await db
    .selectFrom('organization_members as member')
    .innerJoin('accounts as account', 'account.id', 'member.account_id')
    .select('account.email')
    .where('member.organization_id', '=', organization_id)
    .where('member.role', '=', 'Owner')
    .execute();
  const last = `${lapsesAt(missing_since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  for (const { email } of owners)
    await mailer.send({
      to: email,
      subject: `The record of ${domain} is missing (${name})`,
      text: `The TXT record at ${recordOf(domain)}, which shows that the domain belongs to ${name}, is not seen any more. Until ${last} people with addresses of ${domain} sign in with your provider as before, and from then on with their passwords only. Set the record again: its value is on the page Security.\n\n${settings.dashboardUrl}/org/${slug}/security\n`,
    });
  await db
    .updateTable('open_id_domains')
    .set({ told_at: now })
    .where('organization_id', '=', organization_id)
    .where('domain', '=', domain)
    .execute();
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);
