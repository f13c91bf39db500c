import { useTestCluster } from '@basalt/clusters/testing';
import type { AuthSettings } from '@basalt/project';
import { afterEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
const start = async (settings: Partial<AuthSettings> = {}) => {
  project = await authProjectForTest(await cluster.createDatabase(), settings);
  return project;
};
afterEach(() => project.close());

const ANNA = { email: 'Anna@Example.com', password: 'correct horse' };

describe('signing up with an address that must be confirmed', () => {
  test('answers with the user and sends a mail whose code signs in', async () => {
    const { call, messages, sql } = await start();
    const { status, body } = await call('POST', '/signup', { ...ANNA, data: { name: 'Anna', sub: 'me' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'anna@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        name: 'Anna',
        sub: body.id,
        email: 'anna@example.com',
        email_verified: false,
        phone_verified: false,
      },
      is_anonymous: false,
      confirmation_sent_at: '2031-01-01T00:00:00Z',
    });
    expect(body.access_token).toBeUndefined();
    expect(body.identities).toEqual([
      expect.objectContaining({
        id: body.id,
        user_id: body.id,
        provider: 'email',
        email: 'anna@example.com',
      }),
    ]);
    const [mail] = await messages('anna@example.com');
    expect(mail).toMatchObject({ kind: 'confirmation', code: expect.stringMatching(/^\d{6}$/) });

    const early = await call('POST', '/token?grant_type=password', ANNA);
    expect(early).toMatchObject({ status: 400, body: { code: 'email_not_confirmed' } });

    const verified = await call('POST', '/verify', { type: 'email', email: ANNA.email, token: mail?.code });
    expect(verified.status).toBe(200);
    expect(verified.body.user).toMatchObject({
      id: body.id,
      email_confirmed_at: '2031-01-01T00:00:00Z',
      user_metadata: { name: 'Anna', email_verified: true },
    });
    const late = await call('POST', '/token?grant_type=password', ANNA);
    expect(late.body.user.id).toBe(body.id);
    const rows = await sql(
      `select payload ->> 'action' action from auth.audit_log_entries order by created_at, id`,
    );
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'login',
      'user_confirmation_requested',
      'user_signedup',
    ]);
  });

  test('does not tell whether an address has an account, even when asked twice', async () => {
    const { call, messages, pass } = await start();
    const fresh = await call('POST', '/signup', ANNA);
    const [mail] = await messages('anna@example.com');
    await call('POST', '/verify', { type: 'signup', email: ANNA.email, token: mail?.code });
    pass(3600);
    const again = await call('POST', '/signup', ANNA);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ email: 'anna@example.com', identities: [] });
    expect(again.body.id).not.toBe(fresh.body.id);
    expect(Object.keys(again.body)).toEqual(Object.keys(fresh.body));
    const oneSentMail = await messages('anna@example.com');
    expect(oneSentMail).toHaveLength(1);

    const onceMore = await call('POST', '/signup', ANNA);
    const ofNewUser = { email: 'new@example.com', password: 'correct horse' };
    await call('POST', '/signup', ofNewUser);
    const ofNewUserOnceMore = await call('POST', '/signup', ofNewUser);
    expect(onceMore).toMatchObject({ status: 429, body: ofNewUserOnceMore.body });
    expect(ofNewUserOnceMore).toMatchObject({
      status: 429,
      body: {
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 60 seconds.',
      },
    });
  });

  test('keeps the password of the first sign-up until the address is confirmed', async () => {
    const { call, messages, pass } = await start();
    await call('POST', '/signup', ANNA);
    pass(61);
    await call('POST', '/signup', { ...ANNA, password: 'another one' });
    const [mail] = await messages('anna@example.com');
    await call('POST', '/verify', { type: 'signup', email: ANNA.email, token: mail?.code });
    const other = await call('POST', '/token?grant_type=password', { ...ANNA, password: 'another one' });
    expect(other.body.code).toBe('invalid_credentials');
    expect((await call('POST', '/token?grant_type=password', ANNA)).status).toBe(200);
  });

  test('makes one account of two sign-ups at once', async () => {
    const { call, sql } = await start();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/signup', ANNA)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await sql('select email from auth.users')).toEqual([{ email: 'anna@example.com' }]);
  });

  test('by phone sends a code', async () => {
    const { call, messages } = await start();
    const { body } = await call('POST', '/signup', { phone: '+49 151 2345678', password: 'correct horse' });
    expect(body).toMatchObject({ phone: '491512345678', email: '', app_metadata: { provider: 'phone' } });
    const wrong = await call('POST', '/token?grant_type=password', {
      phone: '+491512345678',
      password: 'correct horse',
    });
    expect(wrong.body.code).toBe('phone_not_confirmed');
    const [message] = await messages('491512345678');
    const verified = await call('POST', '/verify', {
      type: 'sms',
      phone: '+491512345678',
      token: message?.code,
    });
    expect(verified.body.user).toMatchObject({
      phone_confirmed_at: '2031-01-01T00:00:00Z',
      user_metadata: { phone_verified: true, email_verified: false },
    });
  });
});

describe('signing up without confirmation', () => {
  test('answers with a session at once, and says that an address is taken', async () => {
    const { call } = await start({ mailer_autoconfirm: true });
    const { body } = await call('POST', '/signup', ANNA);
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Date.parse('2031-01-01T01:00:00Z') / 1000,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      user: { email_confirmed_at: '2031-01-01T00:00:00Z', last_sign_in_at: '2031-01-01T00:00:00Z' },
    });
    const taken = await call('POST', '/signup', ANNA);
    expect(taken).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists', message: 'User already registered' },
      headers: { 'x-sb-error-code': 'user_already_exists', 'x-supabase-api-version': '2024-01-01' },
    });
  });

  test('does not hand an account that waits for its owner to a stranger', async () => {
    const { call, settings } = await start();
    await call('POST', '/signup', ANNA);
    settings.mailer_autoconfirm = true;
    const stranger = await call('POST', '/signup', { ...ANNA, password: 'guessed wrong' });
    expect(stranger).toMatchObject({ status: 422, body: { code: 'user_already_exists' } });
    expect((await call('POST', '/signup', ANNA)).body.access_token).toBeDefined();
  });
});
