import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

const verify = (body: object) => project.call('POST', '/verify', body);
const newestCode = async (recipient: string) => (await project.messages(recipient))[0]?.code;

test('people whose rows were inserted with upper case and plus signs get codes that fit', async () => {
  await project.sql(
    `insert into auth.users (id, email, email_confirmed_at, phone, phone_confirmed_at)
     values (gen_random_uuid(), 'Old@Example.com', now(), '+4915112345', now())`,
  );
  await project.call('POST', '/otp', { email: 'OLD@example.com' });
  const mailed = { type: 'email', email: 'old@example.com', token: await newestCode('Old@Example.com') };
  expect((await verify(mailed)).status).toBe(200);
  await project.call('POST', '/otp', { phone: '+4915112345' });
  const sent = { type: 'sms', phone: '4915112345', token: await newestCode('4915112345') };
  expect((await verify(sent)).status).toBe(200);
});

test('of two users who want the same address each has a code of its own', async () => {
  project.settings.mailer_autoconfirm = true;
  const codes: (string | undefined)[] = [];
  const users: string[] = [];
  for (const name of ['one', 'two']) {
    const { body } = await project.call('POST', '/signup', {});
    project.settings.mailer_autoconfirm = false;
    await project.call('PUT', '/user', { email: 'new@example.com' }, { token: body.access_token });
    codes.push(await newestCode('new@example.com'));
    users.push(body.user.id);
    project.pass(name === 'one' ? 1 : 0);
  }
  const { body } = await verify({ type: 'email_change', email: 'new@example.com', token: codes[0] });
  expect(body.user.id).toBe(users[0]);
});

test('a link to the old address of an earlier change does not confirm a later one', async () => {
  project.settings.mailer_autoconfirm = true;
  const credentials = { email: 'anna@example.com', password: 'correct horse' };
  const token = (await project.call('POST', '/signup', credentials)).body.access_token;
  project.settings.mailer_autoconfirm = false;
  await project.call('PUT', '/user', { email: 'one@example.com' }, { token });
  const link = new URL((await project.messages('anna@example.com'))[0]?.link ?? '');
  project.pass(60);
  project.settings.mailer_secure_email_change_enabled = false;
  await project.call('PUT', '/user', { email: 'two@example.com' }, { token });
  const old = await verify({ type: 'email_change', token_hash: link.searchParams.get('token') });
  expect(old).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
});

test('of a change that was asked for with both, one is not enough when the settings change', async () => {
  project.settings.mailer_autoconfirm = true;
  const credentials = { email: 'anna@example.com', password: 'correct horse' };
  const token = (await project.call('POST', '/signup', credentials)).body.access_token;
  project.settings.mailer_autoconfirm = false;
  await project.call('PUT', '/user', { email: 'one@example.com' }, { token });
  project.settings.mailer_secure_email_change_enabled = false;
  const ofOld = {
    type: 'email_change',
    email: 'anna@example.com',
    token: await newestCode('anna@example.com'),
  };
  expect((await verify(ofOld)).body.code).toBe('otp_expired');
  const ofNew = {
    type: 'email_change',
    email: 'one@example.com',
    token: await newestCode('one@example.com'),
  };
  expect((await verify(ofNew)).body.user.email).toBe('one@example.com');
});
