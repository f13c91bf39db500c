import { createHash } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), { mailer_autoconfirm: true });
});
afterEach(() => project.close());

const ANNA = { email: 'anna@example.com', password: 'correct horse' };
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters';
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const newest = async (recipient: string) => (await project.messages(recipient))[0];
const hashOf = (link: string | null | undefined) => new URL(link ?? '').searchParams.get('token');

describe('a forgotten password', () => {
  test('is replaced by way of the mailbox', async () => {
    await project.call('POST', '/signup', ANNA);
    expect(await project.call('POST', '/recover', { email: ANNA.email })).toMatchObject({
      status: 200,
      body: {},
    });
    const mail = await newest(ANNA.email);
    expect(mail?.kind).toBe('recovery');
    const session = await project.call('POST', '/verify', {
      type: 'recovery',
      token_hash: hashOf(mail?.link),
    });
    const token = session.body.access_token;
    const changed = await project.call('PUT', '/user', { password: 'a new password' }, { token });
    expect(changed.status).toBe(200);
    const signIn = (password: string) =>
      project.call('POST', '/token?grant_type=password', { ...ANNA, password });
    expect((await signIn('correct horse')).body.code).toBe('invalid_credentials');
    expect((await signIn('a new password')).status).toBe(200);
  });

  test('with PKCE ends with a code that says how it began', async () => {
    await project.call('POST', '/signup', ANNA);
    await project.call('POST', '/recover', { email: ANNA.email, ...PKCE });
    const link = (await newest(ANNA.email))?.link ?? '';
    const answer = await project.call(
      'GET',
      new URL(link).pathname.replace(/^.*\/auth\/v1/, '') + new URL(link).search,
    );
    const auth_code = new URL(answer.headers.location ?? '').searchParams.get('code');
    const wrong = await project.call('POST', '/token?grant_type=pkce', {
      auth_code,
      code_verifier: `${VERIFIER}!`,
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } });
    const { body } = await project.call('POST', '/token?grant_type=pkce', {
      auth_code,
      code_verifier: VERIFIER,
    });
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.amr).toEqual([{ method: 'recovery', timestamp: expect.any(Number) }]);
    const again = await project.call('POST', '/token?grant_type=pkce', {
      auth_code,
      code_verifier: VERIFIER,
    });
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } });
  });

  test('with PKCE is over five minutes after the link', async () => {
    await project.call('POST', '/signup', ANNA);
    await project.call('POST', '/recover', { email: ANNA.email, ...PKCE });
    project.pass(3000);
    const link = new URL((await newest(ANNA.email))?.link ?? '');
    const answer = await project.call('GET', link.pathname.replace(/^.*\/auth\/v1/, '') + link.search);
    const auth_code = new URL(answer.headers.location ?? '').searchParams.get('code');
    project.pass(300);
    const late = await project.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
    expect(late).toMatchObject({ status: 422, body: { code: 'flow_state_expired' } });
  });

  test('does not tell who has an account, even when asked twice', async () => {
    await project.call('POST', '/signup', ANNA);
    for (const expected of [200, 429]) {
      const [known, unknown] = [
        await project.call('POST', '/recover', { email: ANNA.email }),
        await project.call('POST', '/recover', { email: 'nobody@example.com' }),
      ];
      expect(known).toMatchObject({ status: expected, body: unknown.body });
      expect(unknown.status).toBe(expected);
    }
    expect(await project.messages('nobody@example.com')).toEqual([]);
  });

  test.each([{}, { email: 'nonsense' }, { email: ANNA.email, code_challenge: 'x' }])(
    'needs more than %j',
    async (body) => {
      expect(await project.call('POST', '/recover', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );

  test('is limited per client', async () => {
    project.settings.rate_limit_otp = 1;
    await project.call('POST', '/recover', { email: 'a@example.com' });
    const second = await project.call('POST', '/recover', { email: 'b@example.com' });
    expect(second).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
  });
});

describe('a message is sent again', () => {
  test('for a sign-up, with a new code', async () => {
    project.settings.mailer_autoconfirm = false;
    await project.call('POST', '/signup', ANNA);
    const first = await newest(ANNA.email);
    const early = await project.call('POST', '/resend', { type: 'signup', email: ANNA.email });
    expect(early.body.code).toBe('over_email_send_rate_limit');
    project.pass(60);
    expect(await project.call('POST', '/resend', { type: 'signup', email: ANNA.email })).toMatchObject({
      status: 200,
      body: {},
    });
    const old = await project.call('POST', '/verify', { type: 'signup', token_hash: hashOf(first?.link) });
    expect(old.body.code).toBe('otp_expired');
    const second = await newest(ANNA.email);
    const verified = await project.call('POST', '/verify', {
      type: 'signup',
      token_hash: hashOf(second?.link),
    });
    expect(verified.status).toBe(200);
  });

  test('for a phone', async () => {
    await project.call('POST', '/signup', { phone: '4915112345', password: 'correct horse' });
    project.pass(5);
    await project.call('POST', '/resend', { type: 'sms', phone: '4915112345' });
    const codes = (await project.messages('4915112345')).map(({ code }) => code);
    expect(codes).toHaveLength(2);
    const body = { type: 'sms', phone: '4915112345', token: codes[0] };
    expect((await project.call('POST', '/verify', body)).status).toBe(200);
  });

  test.each(['signup', 'email_change', 'sms', 'phone_change'])(
    'only when one is waiting: %s',
    async (type) => {
      await project.call('POST', '/signup', ANNA);
      project.pass(100);
      const phone = '4915112345';
      const answer = await project.call('POST', '/resend', { type, email: ANNA.email, phone });
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect([...(await project.messages(ANNA.email)), ...(await project.messages(phone))]).toEqual([]);
    },
  );

  test.each([
    [{ email: ANNA.email }, {}, 'validation_failed'],
    [{ type: 'recovery', email: ANNA.email }, {}, 'validation_failed'],
    [{ type: 'signup', phone: '4915112345' }, {}, 'validation_failed'],
    [{ type: 'sms', email: ANNA.email }, {}, 'validation_failed'],
    [{ type: 'signup', email: ANNA.email }, { external_email_enabled: false }, 'email_provider_disabled'],
    [{ type: 'sms', phone: '4915112345' }, { external_phone_enabled: false }, 'phone_provider_disabled'],
  ])('never for %j', async (body, settings, code) => {
    Object.assign(project.settings, settings);
    expect(await project.call('POST', '/resend', body)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('mail over a server of the project', () => {
  test('that fails is reported, and may be asked for again at once', async () => {
    project.settings.mailer_autoconfirm = false;
    project.settings.smtp = {
      host: '127.0.0.1',
      port: 1,
      user: '',
      pass: '',
      admin_email: 'a@b.c',
      sender_name: 'x',
    };
    const failed = await project.call('POST', '/signup', ANNA);
    expect(failed).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } });
    project.settings.smtp = null;
    expect((await project.call('POST', '/signup', ANNA)).status).toBe(200);
    expect(await project.messages(ANNA.email)).toHaveLength(1);
  });
});
