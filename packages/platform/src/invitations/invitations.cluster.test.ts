import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actorForTest } from '../backups/platform-for-test.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Mail } from '../kernel/ports.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { getMembership } from '../organizations/store.ts';
import { acceptInvitation, lookAtInvitation, signUpByInvitation } from './accept-invitation.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from './invite.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const IP = '192.0.2.1';
const PASSWORD = 'correct horse battery';
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  await platform.insertProject();
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
});
beforeEach(async () => {
  await platform.db.deleteFrom('sign_in_failures').execute();
});

const settings = { dashboardUrl: 'https://basalt.example.com' } as PlatformSettings;
const without = () => ({ db: platform.db, mailer: null, settings, log: () => {} });
const tokenOf = (text: string | null) =>
  /https:\/\/basalt\.example\.com\/join#token=([\w-]+)/.exec(text ?? '')?.[1] ?? 'none';
const codeOf = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
  );

test('whoever has the link signs up, once, and gets the role it names', async () => {
  const owner = await platform.insertPerson('Owner');
  const { link, invitation } = await invite(without(), owner, slug, {
    email: 'new@example.com',
    role: 'Developer',
  });
  const token = tokenOf(link);
  const kept = await platform.db.selectFrom('invitations').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(await lookAtInvitation(platform.db, owner, token, IP)).toMatchObject({
    email: 'new@example.com',
    role: 'Developer',
    invited_by: owner.email,
    has_account: false,
    signed_in_as: owner.email,
  });
  // It is for one address.
  expect(await codeOf(acceptInvitation(platform.db, owner, token, IP))).toBe('forbidden');
  const both = await Promise.allSettled([
    signUpByInvitation(platform.db, token, PASSWORD, IP),
    signUpByInvitation(platform.db, token, PASSWORD, IP),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const joined = both.find(({ status }) => status === 'fulfilled');
  if (joined?.status !== 'fulfilled') throw new Error('nobody joined');
  expect(joined.value.slug).toBe(slug);
  expect((await getMembership(platform.db, actorForTest(joined.value.account.id), slug)).role).toBe(
    'Developer',
  );
  expect(await codeOf(lookAtInvitation(platform.db, null, token, IP))).toBe('not_found');
  expect(await listInvitations(platform.db, owner, slug)).toEqual([]);
  expect(await codeOf(revokeInvitation(platform.db, owner, slug, invitation.id))).toBe('not_found');
  const again = { email: 'new@example.com', role: 'Owner' } as const;
  expect(await codeOf(invite(without(), owner, slug, again))).toBe('conflict');
});

test('a link that is too old, was taken back or replaced lets nobody in', async () => {
  const owner = await platform.insertPerson('Owner');
  const guest = await platform.insertPerson(null);
  const { db } = platform;
  const first = await invite(without(), owner, slug, { email: guest.email, role: 'Read-only' });
  const { id } = first.invitation;
  expect(await codeOf(invite(without(), owner, slug, { email: guest.email, role: 'Owner' }))).toBe(
    'conflict',
  );

  await db.updateTable('invitations').set({ expires_at: new Date() }).execute();
  expect(await codeOf(acceptInvitation(db, guest, tokenOf(first.link), IP))).toBe('conflict');
  expect(await listInvitations(db, owner, slug)).toMatchObject([{ is_expired: true }]);

  const second = await resendInvitation(without(), owner, slug, id);
  expect(await codeOf(acceptInvitation(db, guest, tokenOf(first.link), IP))).toBe('not_found');
  expect(await codeOf(signUpByInvitation(db, tokenOf(second.link), PASSWORD, IP))).toBe('conflict');
  expect(await codeOf(acceptInvitation(db, guest, tokenOf(second.link), IP))).toBe('done');
  expect((await getMembership(db, guest, slug)).role).toBe('Read-only');

  const third = await invite(without(), owner, slug, { email: 'gone@example.com', role: 'Developer' });
  await revokeInvitation(db, owner, slug, third.invitation.id);
  expect(await codeOf(signUpByInvitation(db, tokenOf(third.link), PASSWORD, IP))).toBe('not_found');
  const guesses = [];
  for (let guess = 0; guess < 10; guess += 1)
    guesses.push(await codeOf(lookAtInvitation(db, null, `guess ${guess}`, '198.51.100.7')));
  expect(guesses).toContain('rate_limited');
});

test('only who may add a member of that role invites one', async () => {
  const [admin, developer, stranger] = [
    await platform.insertPerson('Administrator'),
    await platform.insertPerson('Developer'),
    await platform.insertPerson(null),
  ];
  const as = (actor: typeof admin, role: 'Owner' | 'Administrator' | 'Read-only') =>
    codeOf(invite(without(), actor, slug, { email: `${role.toLowerCase()}@example.com`, role }));
  expect(await as(developer, 'Read-only')).toBe('forbidden');
  expect(await as(stranger, 'Read-only')).toBe('not_found');
  expect(await as(admin, 'Owner')).toBe('forbidden');
  expect(await as(admin, 'Administrator')).toBe('done');
  const [seen] = await listInvitations(platform.db, developer, slug);
  expect(seen).toMatchObject({ email: 'administrator@example.com', may_change: false });
  expect(await codeOf(revokeInvitation(platform.db, developer, slug, String(seen?.id)))).toBe('forbidden');
});

test('with a mail server the link goes to the invited address only, unless the server fails', async () => {
  const owner = await platform.insertPerson('Owner');
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const person = { email: 'mail@example.com', role: 'Developer' } as const;
  const first = await invite({ ...without(), mailer }, owner, slug, person);
  expect(first).toMatchObject({ link: null, mail_problem: null });
  expect(sent[0]).toMatchObject({ to: person.email });
  const again = () => resendInvitation({ ...without(), mailer }, owner, slug, first.invitation.id);
  expect(await codeOf(again())).toBe('rate_limited');
  expect((await lookAtInvitation(platform.db, null, tokenOf(sent[0]?.text ?? ''), IP)).email).toBe(
    person.email,
  );

  const broken = { send: () => Promise.reject(new Error('password of the server')) };
  const other = { email: 'other@example.com', role: 'Developer' } as const;
  const failed = await invite({ ...without(), mailer: broken }, owner, slug, other);
  expect(tokenOf(failed.link)).not.toBe('none');
  expect(failed.mail_problem).not.toContain('password');
});
