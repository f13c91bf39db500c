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

describe('a user changes', () => {
  test('its metadata, but nothing that is the owner’s to say', async () => {
    const { body } = await anna.put({
      data: { name: 'Ann', old: null },
      app_metadata: { admin: true },
      role: 'service_role',
      id: 'x',
    });
    expect(body.user_metadata).toMatchObject({ name: 'Ann', email_verified: true });
    expect(body.user_metadata).not.toHaveProperty('old');
    expect(body).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });

  test('the password, which ends all other sessions and voids all links', async () => {
    const other = (await anna.signIn()).body;
    await project.call('POST', '/recover', { email: ANNA.email });
    const link = (await newest(ANNA.email))?.link ?? '';
    expect((await anna.put({ password: 'a new password' })).status).toBe(200);
    expect((await anna.signIn({ password: 'a new password' })).status).toBe(200);
    const refreshed = await project.call('POST', '/token?grant_type=refresh_token', {
      refresh_token: other.refresh_token,
    });
    expect(refreshed.body.code).toBe('refresh_token_not_found');
    expect((await anna.me()).email).toBe(ANNA.email);
    const hash = new URL(link).searchParams.get('token');
    expect((await project.call('POST', '/verify', { type: 'recovery', token_hash: hash })).body.code).toBe(
      'otp_expired',
    );
    const actions = await project.sql(
      `select payload ->> 'action' a from auth.audit_log_entries where payload ->> 'action' like 'user_u%'`,
    );
    expect(actions).toEqual([{ a: 'user_updated_password' }]);
  });
});

describe('another password is refused', () => {
  test.each([
    ['when it is the same', { password: ANNA.password }, 422, 'same_password'],
    ['when it is weak', { password: 'weak' }, 422, 'weak_password'],
    ['when it is empty', { password: '' }, 422, 'weak_password'],
    ['when it is too long', { password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [
      'with a wrong current password',
      { password: 'a new password', current_password: 'wrong' },
      400,
      'current_password_invalid',
    ],
  ])('%s', async (_name, body, status, code) => {
    expect(await anna.put(body)).toMatchObject({ status, body: { code } });
    expect((await anna.signIn()).status).toBe(200);
  });

  test('an hour after the sign-in it is not, a day after it needs proof', async () => {
    project.settings.security_update_password_require_reauthentication = true;
    project.settings.jwt_exp = 1_000_000;
    anna.token = (await anna.signIn()).body.access_token;
    project.pass(86_399);
    expect((await anna.put({ password: 'second password' })).status).toBe(200);
    project.pass(1);
    expect(await anna.put({ password: 'third password' })).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed' },
    });
    const nonce = '000000';
    expect(await anna.put({ password: 'third password', nonce })).toMatchObject({
      status: 422,
      body: { code: 'reauthentication_not_valid' },
    });

    const asked = await project.call('GET', '/reauthenticate', undefined, { token: anna.token });
    expect(asked).toMatchObject({ status: 200, body: {} });
    const mail = await newest(ANNA.email);
    expect(mail).toMatchObject({ kind: 'reauthentication', link: null });
    expect((await anna.put({ password: 'third password', nonce: mail?.code })).status).toBe(200);
    expect((await anna.put({ password: 'fourth password', nonce: mail?.code })).body.code).toBe(
      'reauthentication_not_valid',
    );
    expect((await anna.put({ password: 'fourth password', current_password: 'third password' })).status).toBe(
      200,
    );
  });

  test('without the current one where no code can be sent', async () => {
    project.settings.security_update_password_require_reauthentication = true;
    project.pass(90_000);
    await project.sql('update auth.users set email_confirmed_at = null');
    anna.token = await project.sign({ sub: (await project.sql('select id from auth.users'))[0]?.id });
    expect((await anna.put({ password: 'a new password' })).body.code).toBe('current_password_required');
  });

  test('in a session of one factor when the user has two', async () => {
    await project.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`,
    );
    for (const body of [{ password: 'a new password' }, { email: 'b@example.com' }])
      expect(await anna.put(body)).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
    expect((await anna.put({ data: { x: 1 } })).status).toBe(200);
  });

  test('for an account of single sign-on', async () => {
    await project.sql('update auth.users set is_sso_user = true');
    expect(await anna.put({ password: 'a new password' })).toMatchObject({
      status: 422,
      body: { code: 'user_sso_managed' },
    });
  });
});

describe('a code to prove who one is', () => {
  test('comes by text message where there is only a phone', async () => {
    project.settings.sms_autoconfirm = true;
    const { body } = await project.call('POST', '/signup', {
      phone: '4915112345',
      password: 'correct horse',
    });
    await project.call('GET', '/reauthenticate', undefined, { token: body.access_token });
    expect(await newest('4915112345')).toMatchObject({ kind: 'reauthentication', channel: 'sms' });
  });

  test.each([
    ['email_not_confirmed', 'update auth.users set email_confirmed_at = null'],
    ['phone_not_confirmed', `update auth.users set email = null, phone = '4915112345'`],
    ['validation_failed', 'update auth.users set email = null'],
  ])('is refused with %s', async (code, change) => {
    await project.sql(change);
    expect(await project.call('GET', '/reauthenticate', undefined, { token: anna.token })).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  test('is not sent all the time', async () => {
    await project.call('GET', '/reauthenticate', undefined, { token: anna.token });
    const again = await project.call('GET', '/reauthenticate', undefined, { token: anna.token });
    expect(again).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
  });
});
