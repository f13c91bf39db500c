import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, OutgoingError, readAllowed } from '@basalt/network';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorForTest, openTestPlatform, secrets } from '../backups/platform-for-test.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, Mail } from '../kernel/ports.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { GRACE_DAYS } from './domain-record.ts';
import { CLIENT, startIssuer } from './issuer-for-test.ts';
import { lookAgain } from './look-again.ts';
import { removeOpenId, saveOpenId, verifyOpenIdDomain } from './provider-settings.ts';
import { beginOpenId, finishOpenId } from './sign-in.ts';

const HOUR_MS = 3_600_000;
const IP = '192.0.2.1';
const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let other: Awaited<ReturnType<typeof startIssuer>>;

/** What the world's name servers say. */
const records = new Map<string, string>();
const outgoing = {
  ...createOutgoing({ allowed: readAllowed('127.0.0.1') }),
  texts: async (name: string) => {
    const text = records.get(name);
    if (text === undefined) throw new OutgoingError(new Error('ENOTFOUND'));
    return [text];
  },
};
const settings = { dashboardUrl: 'https://basalt.example.com', openId: null } as PlatformSettings;
const mails: Mail[] = [];
const scope = () => ({
  ...{ db: platform.db, secrets, settings, outgoing, log: () => {} },
  mailer: { send: async (mail: Mail) => void mails.push(mail) },
});

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
  [issuer, other] = await Promise.all([startIssuer(), startIssuer()]);
});
afterAll(async () => {
  issuer.stop();
  other.stop();
  await platform.db.destroy();
});
beforeEach(() => {
  mails.length = 0;
});

/** An organization whose provider is believed for a domain. */
async function withProvider(domain: string, from = issuer.origin) {
  const slug = domain.replace('.', '-');
  const email = `owner@${domain}`;
  const { id: organization_id } = await platform.db
    .insertInto('organizations')
    .values({ slug, name: slug, plan: 'pro' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: account_id } = await platform.db
    .insertInto('accounts')
    .values({ email, password_hash: 'the password of before' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db
    .insertInto('organization_members')
    .values({ organization_id, account_id, role: 'Owner' })
    .execute();
  const owner = actorForTest(account_id, email);
  await save(owner, slug, domain, from);
  await setRecord(owner, slug, domain);
  return { slug, owner };
}

function save(owner: Actor, slug: string, domain: string, from: string) {
  return saveOpenId(scope(), owner, slug, {
    ...{ name: 'Quarry ID', issuer: from, ...CLIENT },
    ...{ domains: [domain], join_role: 'Developer' },
  });
}

async function setRecord(owner: Actor, slug: string, domain: string) {
  const { provider } = await verifyOpenIdDomain(scope(), owner, slug, domain);
  const record = provider?.domains[0]?.record;
  records.set(record?.name ?? '', record?.value ?? '');
  return verifyOpenIdDomain(scope(), owner, slug, domain);
}

/** Signs in at the provider that speaks for `asked`, as whom it then says. */
async function signIn(asked: string, said = asked, from = issuer) {
  const { url, flow } = await beginOpenId(scope(), asked);
  return finishOpenId(scope(), { flow, answer: from.answerFor(url, said) }, IP);
}

const outcomeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
  );
const roleOf = async (email: string, slug: string) =>
  (
    await platform.db
      .selectFrom('organization_members as member')
      .innerJoin('accounts as account', 'account.id', 'member.account_id')
      .innerJoin('organizations as organization', 'organization.id', 'member.organization_id')
      .select('member.role')
      .where('account.email', '=', email)
      .where('organization.slug', '=', slug)
      .executeTakeFirst()
  )?.role ?? null;

test('a provider speaks for the domains of its own organization only', async () => {
  const ours = await withProvider('granite.example');
  const theirs = await withProvider('marble.example', other.origin);
  expect(await outcomeOf(signIn('ada@granite.example'))).toBe('in');
  expect(await roleOf('ada@granite.example', ours.slug)).toBe('Developer');
  expect(await outcomeOf(signIn('ada@granite.example', theirs.owner.email))).toBe('forbidden');
  expect(await roleOf(theirs.owner.email, ours.slug)).toBeNull();
  // To name a domain of others is not to have it, whatever its record says.
  await save(ours.owner, ours.slug, 'marble.example', issuer.origin);
  expect(await outcomeOf(setRecord(ours.owner, ours.slug, 'marble.example'))).toBe('conflict');
  expect(await outcomeOf(signIn('ada@marble.example', undefined, other))).toBe('in');
  expect(await outcomeOf(signIn('ada@granite.example'))).toBe('not_found');
});

test('a sign-in that began with another provider, or whose domain is gone meanwhile, ends there', async () => {
  const { slug, owner } = await withProvider('slate.example');
  const begun = await beginOpenId(scope(), 'ada@slate.example');
  const answer = issuer.answerFor(begun.url, 'ada@slate.example');
  await save(owner, slug, 'slate.example', other.origin);
  const before = other.exchanged.length;
  expect(await outcomeOf(finishOpenId(scope(), { flow: begun.flow, answer }, IP))).toBe('bad_request');
  // The code of one provider is not shown to another.
  expect(other.exchanged).toHaveLength(before);
  const again = await beginOpenId(scope(), 'ada@slate.example');
  const late = other.answerFor(again.url, 'ada@slate.example');
  await save(owner, slug, 'pumice.example', other.origin);
  expect(await outcomeOf(finishOpenId(scope(), { flow: again.flow, answer: late }, IP))).toBe('forbidden');
  expect(await roleOf('ada@slate.example', slug)).toBeNull();
});

test('the last owner stays one, and stays in when the provider goes', async () => {
  const { slug, owner } = await withProvider('chalk.example');
  const entered = await signIn(owner.email);
  expect('account' in entered && entered.account.id).toBe(owner.accountId);
  expect(await roleOf(owner.email, slug)).toBe('Owner');
  const kept = await platform.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow();
  await removeOpenId(scope(), owner, slug);
  expect(await outcomeOf(signIn(owner.email))).toBe('not_found');
  expect(kept.password_hash).toBe('the password of before');
  expect(await roleOf(owner.email, slug)).toBe('Owner');
});

test(`a domain without its record counts for ${GRACE_DAYS} days, of which its owners are told, and is had again with it`, async () => {
  const { slug, owner } = await withProvider('gneiss.example');
  const [name, value] = ['_basalt-challenge.gneiss.example', records.get('_basalt-challenge.gneiss.example')];
  const start = Date.now();
  const after = (hours: number) => lookAgain(scope(), new Date(start + hours * HOUR_MS));
  const standing = () =>
    platform.db
      .selectFrom('open_id_domains')
      .select(['verified_at', 'missing_since'])
      .where('domain', '=', 'gneiss.example')
      .executeTakeFirstOrThrow();
  records.delete(name);
  await after(12);
  expect((await standing()).missing_since).toBeNull();
  await after(25);
  expect((await standing()).missing_since).not.toBeNull();
  expect(mails.filter(({ to }) => to === owner.email)).toEqual([]);
  await after(50);
  await after(51);
  expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(1);
  expect(await outcomeOf(signIn('ada@gneiss.example'))).toBe('in');
  // Seen again, it begins anew.
  records.set(name, value ?? '');
  await after(75);
  expect(await standing()).toMatchObject({ missing_since: null });
  records.delete(name);
  await after(100);
  await after(100 + GRACE_DAYS * 24);
  expect(await standing()).toEqual({ verified_at: null, missing_since: null });
  expect(await outcomeOf(signIn('ada@gneiss.example'))).toBe('not_found');
  expect(await outcomeOf(setRecord(owner, slug, 'gneiss.example'))).toBe('in');
  expect(await outcomeOf(signIn('ada@gneiss.example'))).toBe('in');
});
