import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { ANNA, type Anna, signUpAnna } from './anna-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let anna: Anna;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  anna = await signUpAnna(project);
});
afterEach(() => project.close());

const newest = async (recipient: string) => (await project.messages(recipient))[0];

describe('another address', () => {
  const codesOf = async () => ({
    old: (await newest(ANNA.email))?.code,
    fresh: (await newest('new@example.com'))?.code,
  });

  test.each([
    ['the new one first', ['new@example.com', ANNA.email]],
    ['the old one first', [ANNA.email, 'new@example.com']],
  ])('needs the word of both: %s', async (_name, order) => {
    const { body } = await anna.put({ email: 'New@Example.com' });
    expect(body).toMatchObject({ email: ANNA.email, new_email: 'new@example.com' });
    const codes = await codesOf();
    const verify = (email?: string) =>
      project.call('POST', '/verify', {
        type: 'email_change',
        email,
        token: email === ANNA.email ? codes.old : codes.fresh,
      });
    const first = await verify(order[0]);
    expect(first).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining('other email'), code: '200' },
    });
    expect((await anna.me()).email).toBe(ANNA.email);
    expect((await verify(order[0])).body.code).toBe('otp_expired');
    const second = await verify(order[1]);
    expect(second.body.user).toMatchObject({
      email: 'new@example.com',
      user_metadata: { email: 'new@example.com' },
    });
    expect(second.body.user.identities[0]).toMatchObject({ email: 'new@example.com', provider: 'email' });
    expect(second.body.user.new_email).toBeUndefined();
    expect((await anna.signIn({ email: 'new@example.com' })).status).toBe(200);
    expect((await anna.signIn()).body.code).toBe('invalid_credentials');
  });

  test('by links, the first of which says what is missing', async () => {
    await anna.put({ email: 'new@example.com' });
    const follow = async (recipient: string) => {
      const url = new URL((await newest(recipient))?.link ?? '');
      const answer = await project.call('GET', url.pathname.replace(/^.*\/auth\/v1/, '') + url.search);
      return new URLSearchParams(new URL(answer.headers.location ?? '').hash.slice(1));
    };
    expect((await follow(ANNA.email)).get('message')).toContain('Confirmation link accepted');
    expect((await follow('new@example.com')).get('type')).toBe('email_change');
    expect((await anna.me()).email).toBe('new@example.com');
  });

  test('needs the new one’s word only, where the settings say so', async () => {
    project.settings.mailer_secure_email_change_enabled = false;
    await anna.put({ email: 'new@example.com' });
    expect(await project.messages(ANNA.email)).toEqual([]);
    const token = (await newest('new@example.com'))?.code;
    const { body } = await project.call('POST', '/verify', {
      type: 'email_change',
      email: 'new@example.com',
      token,
    });
    expect(body.user.email).toBe('new@example.com');
  });

  test('is taken at once without confirmations', async () => {
    project.settings.mailer_autoconfirm = true;
    expect((await anna.put({ email: 'new@example.com' })).body).toMatchObject({ email: 'new@example.com' });
    expect(await project.messages('new@example.com')).toEqual([]);
  });

  test('that somebody has is refused, also when they took it meanwhile', async () => {
    await anna.put({ email: 'new@example.com' });
    const codes = await codesOf();
    project.settings.mailer_autoconfirm = true;
    await project.call('POST', '/signup', { email: 'new@example.com', password: 'correct horse' });
    project.settings.mailer_autoconfirm = false;
    await project.call('POST', '/verify', { type: 'email_change', email: ANNA.email, token: codes.old });
    const late = await project.call('POST', '/verify', {
      type: 'email_change',
      email: 'new@example.com',
      token: codes.fresh,
    });
    expect(late).toMatchObject({ status: 422, body: { code: 'email_exists' } });
    project.pass(60);
    expect(await anna.put({ email: 'new@example.com' })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    });
  });

  test('is not asked for all the time', async () => {
    await anna.put({ email: 'new@example.com' });
    expect(await anna.put({ email: 'newer@example.com' })).toMatchObject({
      status: 429,
      body: { code: 'over_email_send_rate_limit' },
    });
    project.pass(60);
    await project.call('POST', '/resend', { type: 'email_change', email: ANNA.email });
    expect(await project.messages('new@example.com')).toHaveLength(2);
  });

  test.each([
    [{ email: 'nonsense' }, {}, 'validation_failed'],
    [{ phone: 'nonsense' }, {}, 'validation_failed'],
    [{ data: 'x' }, {}, 'validation_failed'],
    [{ email: 'b@example.com' }, { external_email_enabled: false }, 'email_provider_disabled'],
    [{ phone: '4915112345' }, { external_phone_enabled: false }, 'phone_provider_disabled'],
  ])('like %j is refused', async (body, settings, code) => {
    Object.assign(project.settings, settings);
    expect(await anna.put(body)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('another phone number', () => {
  test('needs the code that was sent there', async () => {
    const { body } = await anna.put({ phone: '+4915112345' });
    expect(body).toMatchObject({ phone: '', new_phone: '4915112345' });
    const code = (await newest('4915112345'))?.code;
    const verified = await project.call('POST', '/verify', {
      type: 'phone_change',
      phone: '4915112345',
      token: code,
    });
    expect(verified.body.user).toMatchObject({
      phone: '4915112345',
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    const other = (await project.call('POST', '/signup', {})).body.access_token;
    expect(await anna.put({ phone: '4915112345' }, other)).toMatchObject({
      status: 422,
      body: { code: 'phone_exists' },
    });
  });

  test('is taken at once without confirmations', async () => {
    project.settings.sms_autoconfirm = true;
    expect((await anna.put({ phone: '4915112345' })).body).toMatchObject({
      phone: '4915112345',
      phone_confirmed_at: expect.any(String),
    });
  });

  test('is asked for no more often than the settings say', async () => {
    await anna.put({ phone: '4915112345' });
    expect(await anna.put({ phone: '4915112346' })).toMatchObject({
      status: 429,
      body: { code: 'over_sms_send_rate_limit' },
    });
  });
});

describe('an anonymous user becomes permanent', () => {
  test('with an address that is confirmed', async () => {
    const anonymous = (await project.call('POST', '/signup', { data: { cart: [1] } })).body;
    const refused = await anna.put({ password: 'a new password' }, anonymous.access_token);
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await anna.put({ email: 'new@example.com', password: 'a new password' }, anonymous.access_token);
    const code = (await newest('new@example.com'))?.code;
    const { body } = await project.call('POST', '/verify', {
      type: 'email_change',
      email: 'new@example.com',
      token: code,
    });
    expect(body.user).toMatchObject({
      id: anonymous.user.id,
      email: 'new@example.com',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { cart: [1], email_verified: true },
    });
    expect(body.user.identities).toHaveLength(1);
    expect((await anna.signIn({ email: 'new@example.com', password: 'a new password' })).body.user.id).toBe(
      anonymous.user.id,
    );
  });
});
