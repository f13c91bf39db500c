import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, startAuthApp } from '../../oauth/auth-app-for-test.ts';
import { claimsOf, type Person, personWithFactors } from '../person-for-test.ts';

const cluster = useTestCluster();
let app: AuthApp;
let ada: Person;

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  ada = await personWithFactors(app, 'ada@example.com');
});
afterEach(() => app.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('a TOTP factor', () => {
  it('is enrolled with secret, URI and picture', async () => {
    const { status, body } = await ada.enroll({ friendly_name: 'phone', issuer: 'My App' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'totp', friendly_name: 'phone' });
    expect(body.totp.uri).toContain('otpauth://totp/My%20App:ada%40example.com?issuer=My%20App&secret=');
    expect(body.totp.uri).toContain(body.totp.secret);
    expect(body.totp.qr_code).toMatch(/^<svg/);
    const user = (await app.call('GET', '/user', { token: ada.token })).body;
    expect(user.factors).toMatchObject([{ id: body.id, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(user)).not.toContain(body.totp.secret);
  });

  it('raises the session to aal2 with new tokens, and ends the sessions without it', async () => {
    const other = await ada.signInAgain();
    const { id, totp } = (await ada.enroll()).body;
    const asked = await ada.challenge(id);
    expect(asked.body).toMatchObject({ type: 'totp', id: expect.any(String) });
    expect(asked.body.expires_at).toBeGreaterThan(app.now().getTime() / 1000 + 290);
    const { status, body } = await ada.verify(id, asked.body.id, ada.codeOf(totp.secret));
    expect(status).toBe(200);
    expect(body.user.factors).toMatchObject([{ id, status: 'verified' }]);
    const before = claimsOf(ada.token);
    const after = claimsOf(body.access_token);
    expect(after).toMatchObject({ aal: 'aal2', session_id: before.session_id });
    expect(after.amr.map(({ method }: { method: string }) => method).sort()).toEqual(['password', 'totp']);
    expect((await app.call('GET', '/user', { token: other })).body.code).toBe('session_not_found');
    const refreshed = await app.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body.refresh_token },
    });
    expect(claimsOf(refreshed.body.access_token).aal).toBe('aal2');
  });

  it('leaves sessions that have proved it alone', async () => {
    const { id, secret } = await ada.enrollVerified();
    const first = ada.token;
    const second = await ada.signInAgain();
    ada.token = second;
    expect((await ada.verify(id, (await ada.challenge(id)).body.id, ada.codeOf(secret))).status).toBe(200);
    expect((await app.call('GET', '/user', { token: first })).status).toBe(200);
  });

  it('takes the codes of the neighbouring half minutes and no others', async () => {
    const { id, secret } = await ada.enrollVerified();
    for (const [offset, status] of [
      [-60, 422],
      [60, 422],
      [30, 200],
    ] as const) {
      const { body } = await ada.challenge(id);
      expect((await ada.verify(id, body.id, ada.codeOf(secret, offset))).status).toBe(status);
    }
  });

  it('takes a code once', async () => {
    const { id, secret } = await ada.enrollVerified();
    const code = ada.codeOf(secret);
    const [first, second] = [(await ada.challenge(id)).body.id, (await ada.challenge(id)).body.id];
    const answers = await Promise.all([ada.verify(id, first, code), ada.verify(id, second, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('mfa_verification_failed');
  });

  it.each(['000000', '', 'abcdef', '12345678', "' or true --"])('refuses the code %j', async (code) => {
    const { id, totp } = (await ada.enroll()).body;
    const wrong = code === ada.codeOf(totp.secret) ? '000001' : code;
    const answer = await ada.verify(id, (await ada.challenge(id)).body.id, wrong);
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_verification_failed']);
  });

  it('stops people who guess, wherever they come from', async () => {
    const { id } = (await ada.enroll()).body;
    const { body } = await ada.challenge(id);
    const codes: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      codes.push((await ada.verify(id, body.id, `00000${guess % 10}`, { ip: `10.0.0.${guess}` })).body.code);
    }
    expect(codes.slice(-2)).toEqual(['over_request_rate_limit', 'over_request_rate_limit']);
    const answer = await ada.verify(id, body.id, '000000');
    expect([answer.status, answer.body.code]).toEqual([429, 'over_request_rate_limit']);
  });
});

describe('a challenge', () => {
  it('ends after five minutes', async () => {
    const { id, totp } = (await ada.enroll()).body;
    const { body } = await ada.challenge(id);
    app.pass(301);
    const answer = await ada.verify(id, body.id, ada.codeOf(totp.secret));
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_challenge_expired']);
  });

  it('is answered once', async () => {
    const { id, secret } = await ada.enrollVerified();
    const { body } = await ada.challenge(id);
    expect((await ada.verify(id, body.id, ada.codeOf(secret))).status).toBe(200);
    expect((await ada.verify(id, body.id, ada.codeOf(secret, 30))).body.code).toBe('mfa_challenge_expired');
  });

  it('is answered from where it was asked for', async () => {
    const { id, totp } = (await ada.enroll()).body;
    const { body } = await ada.challenge(id, { ip: '10.1.1.1' });
    const answer = await ada.verify(id, body.id, ada.codeOf(totp.secret), { ip: '10.1.1.2' });
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_ip_address_mismatch']);
  });

  it('belongs to one factor', async () => {
    const first = (await ada.enroll()).body;
    const second = (await ada.enroll()).body;
    const { body } = await ada.challenge(first.id);
    const answer = await ada.verify(second.id, body.id, ada.codeOf(second.totp.secret));
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_factor_not_found']);
  });
});

describe('factors of others', () => {
  it('are not there', async () => {
    const { id, totp } = (await ada.enroll()).body;
    const { body } = await ada.challenge(id);
    ada.token = (await app.signUp('eve@example.com')).token;
    for (const answer of [
      await ada.challenge(id),
      await ada.verify(id, body.id, ada.codeOf(totp.secret)),
      await ada.unenroll(id),
      await ada.challenge(NOBODY),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'mfa_factor_not_found']);
    }
  });

  it('cannot be named by what is no id', async () => {
    for (const answer of [
      await ada.challenge('x'),
      await ada.verify("1' or '1", NOBODY, '1'),
      await ada.unenroll('x'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'validation_failed']);
    }
    expect((await ada.verify(NOBODY, 'x', '1')).body.code).toBe('validation_failed');
  });
});
