import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { EMAIL, mailReader } from './mail-reader-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

const { otp, newest, follow, confirmedUser } = mailReader(() => project);

describe('a code', () => {
  test('of a magic link signs in a user who is confirmed', async () => {
    const { user } = await confirmedUser();
    await otp();
    const { kind, code, link } = await newest();
    expect({ kind, type: new URL(link ?? '').searchParams.get('type') }).toEqual({
      kind: 'magic_link',
      type: 'magiclink',
    });
    const { body } = await project.call('POST', '/verify', { type: 'magiclink', email: EMAIL, token: code });
    expect(body.user.id).toBe(user.id);
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.amr[0].method).toBe('otp');
  });

  test('makes the link of its mail useless, and the other way round', async () => {
    await otp();
    const { code, link } = await newest();
    const hash = new URL(link ?? '').searchParams.get('token');
    expect((await project.call('POST', '/verify', { type: 'email', token_hash: hash })).status).toBe(200);
    expect((await project.call('POST', '/verify', { type: 'email', email: EMAIL, token: code })).status).toBe(
      403,
    );
  });

  test('cannot be guessed, from however many addresses', async () => {
    await otp();
    const { code } = await newest();
    const wrong = code === '000000' ? '000001' : '000000';
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const body = { type: 'email', email: EMAIL, token: wrong };
      const answer = await project.call('POST', '/verify', body, { ip: `192.0.2.${attempt}` });
      statuses.add(answer.status);
    }
    expect([...statuses]).toEqual([403, 429]);
    const right = await project.call('POST', '/verify', { type: 'email', email: EMAIL, token: code });
    expect(right.body.code).toBe('over_request_rate_limit');
    // The link of the same mail is not a guess.
    expect((await follow((await newest()).link)).fragment.has('access_token')).toBe(true);
  });

  test('of another type or address is refused', async () => {
    await confirmedUser();
    await otp();
    const { code, link } = await newest();
    const hash = new URL(link ?? '').searchParams.get('token');
    for (const body of [
      { type: 'signup', email: EMAIL, token: code },
      { type: 'email_change', email: EMAIL, token: code },
      { type: 'magiclink', email: 'b@example.com', token: code },
      { type: 'signup', token_hash: hash },
      { type: 'magiclink', token_hash: `${hash}0` },
    ])
      expect(await project.call('POST', '/verify', body)).toMatchObject({
        status: 403,
        body: { code: 'otp_expired' },
      });
  });

  test('by phone signs in, with the time of text messages', async () => {
    await project.call('POST', '/otp', { phone: '+4915112345' });
    const { code } = await newest('4915112345');
    project.pass(59);
    const body = { type: 'sms', phone: '4915112345', token: code };
    expect((await project.call('POST', '/verify', body)).status).toBe(200);
    await project.call('POST', '/otp', { phone: '+4915112345' });
    project.pass(60);
    const late = { ...body, token: (await newest('4915112345')).code };
    expect((await project.call('POST', '/verify', late)).body.code).toBe('otp_expired');
  });

  test('agreed in advance for a phone works without a message', async () => {
    project.settings.sms_test_otp = { '4915112345': '123456' };
    const sent = await project.call('POST', '/otp', { phone: '+4915112345' });
    expect(sent).toMatchObject({ status: 200, body: { message_id: 'test-otp' } });
    const body = { type: 'sms', phone: '+4915112345', token: '123456' };
    expect((await project.call('POST', '/verify', body)).status).toBe(200);
  });
});

describe('asking for a code is refused', () => {
  test.each([
    [
      'for unknown people who may not be created',
      { email: EMAIL, create_user: false },
      {},
      422,
      'otp_disabled',
    ],
    [
      'for unknown people when sign-ups are off',
      { email: EMAIL },
      { disable_signup: true },
      422,
      'signup_disabled',
    ],
    [
      'by mail when that is off',
      { email: EMAIL },
      { external_email_enabled: false },
      400,
      'email_provider_disabled',
    ],
    [
      'by phone when that is off',
      { phone: '+4915112345' },
      { external_phone_enabled: false },
      400,
      'phone_provider_disabled',
    ],
    ['without an address', {}, {}, 400, 'validation_failed'],
    ['on an unknown channel', { phone: '+4915112345', channel: 'fax' }, {}, 400, 'validation_failed'],
    [
      'with a challenge that is too short',
      { email: EMAIL, code_challenge: 'x', code_challenge_method: 's256' },
      {},
      400,
      'validation_failed',
    ],
    [
      'with an unknown way of hashing',
      { email: EMAIL, code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
      {},
      400,
      'validation_failed',
    ],
    [
      'with a provider we cannot talk to',
      { phone: '+4915112345' },
      { sms_provider: 'pigeon' },
      422,
      'sms_send_failed',
    ],
    ['too often', { email: EMAIL }, { rate_limit_otp: 0 }, 429, 'over_request_rate_limit'],
  ])('%s', async (_name, body, settings, status, code) => {
    Object.assign(project.settings, settings);
    expect(await project.call('POST', '/otp', body)).toMatchObject({ status, body: { code } });
    expect(await project.sql('select 1 from auth.users')).toEqual([]);
  });

  test('again before the time of the settings', async () => {
    await otp();
    project.pass(59.5);
    expect((await otp()).body).toEqual({
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 1 seconds.',
    });
    project.pass(0.5);
    expect((await otp()).status).toBe(200);
  });
});

describe('POST /verify is refused', () => {
  test.each([
    ['without a type', { token: '1', email: EMAIL }],
    ['with an unknown type', { type: 'constructor', token: '1', email: EMAIL }],
    ['without a token', { type: 'email', email: EMAIL }],
    ['with a token for nobody', { type: 'email', token: '1' }],
    ['with a token for two', { type: 'email', token: '1', email: EMAIL, phone: '4915112345' }],
    ['with a token hash for somebody', { type: 'email', token_hash: '1', email: EMAIL }],
    ['with a mail type for a phone', { type: 'email', token: '1', phone: '4915112345' }],
    ['with a phone type for a mail address', { type: 'sms', token: '1', email: EMAIL }],
  ])('%s', async (_name, body) => {
    const answer = await project.call('POST', '/verify', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test.each(['/verify', '/verify?token=x', '/verify?token=x&type=sms', '/verify?token=%00&type=signup'])(
    'and GET %s',
    async (url) => {
      expect(await project.call('GET', url)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );

  test('too often', async () => {
    project.settings.rate_limit_verify = 0;
    expect((await project.call('POST', '/verify', {})).body.code).toBe('over_request_rate_limit');
  });
});
