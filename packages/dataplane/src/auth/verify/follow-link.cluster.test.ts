import { createHash } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { EMAIL, mailReader, pathOf } from './mail-reader-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

const VERIFIER = 'a-verifier-of-at-least-forty-three-characters';
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
};

const { otp, newest, follow, confirmedUser } = mailReader(() => project);

describe('the link of a mail', () => {
  test('signs in and leads to the site, once', async () => {
    await otp();
    const { link, kind } = await newest();
    expect(kind).toBe('confirmation');
    expect(link).toMatch(
      /^http:\/\/api\.test\/abcdefghijklmnopqrst\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&/,
    );
    const first = await follow(link);
    expect(first.answer.status).toBe(303);
    expect(first.location.origin + first.location.pathname).toBe('https://app.test/');
    expect([...first.fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'type',
    ]);
    expect(first.fragment.get('type')).toBe('signup');
    const me = await project.call('GET', '/user', undefined, {
      token: first.fragment.get('access_token') ?? '',
    });
    expect(me.body).toMatchObject({ email: EMAIL, email_confirmed_at: '2031-01-01T00:00:00Z' });

    const second = await follow(link);
    expect(second.answer.status).toBe(303);
    expect(Object.fromEntries(second.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(second.location.search).toBe('');
  });

  test('followed twice at once signs in once', async () => {
    await otp();
    const { link } = await newest();
    const both = await Promise.all([follow(link), follow(link), follow(link)]);
    expect(both.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1);
  });

  test('is not used up by programs that only look at it', async () => {
    await otp();
    const { link } = await newest();
    expect((await project.call('HEAD', pathOf(link))).status).toBe(404);
    expect((await follow(link)).fragment.has('access_token')).toBe(true);
  });

  test('is over after the time of the settings', async () => {
    await otp();
    const { link, code } = await newest();
    project.pass(3600);
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired');
    const byCode = await project.call('POST', '/verify', { type: 'email', email: EMAIL, token: code });
    expect(byCode).toMatchObject({
      status: 403,
      body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
    });
  });

  test('leads where the app wants, but nowhere else', async () => {
    await project.call('POST', '/otp?redirect_to=https%3A%2F%2Fapp.test%2Fwelcome%3Fa%3D1', { email: EMAIL });
    expect((await follow((await newest()).link)).location.href).toContain(
      'https://app.test/welcome?a=1#access_token=',
    );
    await project.call('POST', '/otp?redirect_to=https%3A%2F%2Fevil.test%2F', { email: 'b@example.com' });
    const { link } = await newest('b@example.com');
    expect(new URL(link ?? '').searchParams.get('redirect_to')).toBe('https://app.test');
    const forged = link?.replace(/redirect_to=.*/, 'redirect_to=https://evil.test/') ?? '';
    expect((await follow(forged)).location.origin).toBe('https://app.test');
  });

  test('is built from the settings, whatever the request says of its host', async () => {
    await project.call(
      'POST',
      '/otp',
      { email: EMAIL },
      { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } },
    );
    expect((await newest()).link).toMatch(/^http:\/\/api\.test\//);
  });

  test('shows a ban as an error of the redirect', async () => {
    await confirmedUser();
    await otp();
    await project.sql(`update auth.users set banned_until = 'infinity'`);
    expect((await follow((await newest()).link)).fragment.get('error_code')).toBe('user_banned');
  });
});

describe('a link for a browser that keeps a verifier', () => {
  test('ends with a code', async () => {
    await otp(PKCE);
    const { link } = await newest();
    expect(link).toContain('token=pkce_');
    const { location } = await follow(link);
    expect(location.hash).toBe('');
    const auth_code = location.searchParams.get('code');
    expect(auth_code).toMatch(/^[0-9a-f-]{36}$/);
    const [flow] = await project.sql('select user_id, authentication_method from auth.flow_state');
    expect(flow).toMatchObject({ authentication_method: 'email/signup' });
  });

  test('shows errors in the query too', async () => {
    await otp(PKCE);
    const { link } = await newest();
    await follow(link);
    const { location, fragment } = await follow(link);
    expect(location.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragment.get('error_code')).toBe('otp_expired');
  });
});
