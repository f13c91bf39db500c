import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, startAuthApp } from '../../oauth/auth-app-for-test.ts';
import { type Person, personWithFactors } from '../person-for-test.ts';

const cluster = useTestCluster();
let app: AuthApp;
let ada: Person;

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  ada = await personWithFactors(app, 'ada@example.com');
});
afterEach(() => app.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('enrolling', () => {
  it('needs somebody who is signed in and not anonymous', async () => {
    expect((await app.call('POST', '/factors', { body: {} })).body.code).toBe('no_authorization');
    const anonymous = await app.call('POST', '/signup', { body: {} });
    ada.token = anonymous.body.access_token;
    const answer = await ada.enroll();
    expect([answer.status, answer.body.code]).toEqual([403, 'no_authorization']);
  });

  it('needs aal2 once a factor counts', async () => {
    await ada.enrollVerified();
    const again = await ada.signInAgain();
    expect((await ada.enroll()).status).toBe(200);
    ada.token = again;
    const answer = await ada.enroll();
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_aal']);
  });

  it('refuses a second factor of the same name', async () => {
    expect((await ada.enroll({ friendly_name: 'one' })).status).toBe(200);
    const answer = await ada.enroll({ friendly_name: 'one' });
    expect([answer.status, answer.body.code]).toEqual([422, 'mfa_factor_name_conflict']);
    expect((await ada.enroll({ friendly_name: '' })).status).toBe(200);
    expect((await ada.enroll({ friendly_name: '' })).status).toBe(200);
  });

  it('has a limit, which unfinished ones do not fill for long', async () => {
    app.settings.mfa_max_enrolled_factors = 2;
    expect([(await ada.enroll()).status, (await ada.enroll()).status]).toEqual([200, 200]);
    const answer = await ada.enroll();
    expect([answer.status, answer.body.code]).toEqual([422, 'too_many_enrolled_mfa_factors']);
    app.pass(301);
    expect((await ada.enroll()).status).toBe(200);
  });

  it.each([
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'phone', phone: '+4912345678' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'pigeon' }, 400, 'validation_failed'],
    [{ factor_type: null }, 400, 'validation_failed'],
    [{ friendly_name: 'x'.repeat(300) }, 400, 'validation_failed'],
    [{ issuer: 7 }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await ada.enroll(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('follows the settings', async () => {
    const { id } = (await ada.enroll()).body;
    app.settings.mfa_totp_enroll_enabled = false;
    app.settings.mfa_totp_verify_enabled = false;
    expect((await ada.enroll()).body.code).toBe('mfa_totp_enroll_not_enabled');
    expect((await ada.challenge(id)).body.code).toBe('mfa_totp_verify_not_enabled');
    expect((await ada.verify(id, NOBODY, '1')).body.code).toBe('mfa_totp_verify_not_enabled');
  });
});

describe('taking a factor away', () => {
  it('needs aal2 once it counts, and lowers the sessions it had raised', async () => {
    const weak = await ada.signInAgain();
    const { id } = await ada.enrollVerified();
    expect((await app.call('GET', '/user', { token: weak })).status).toBe(403);
    const later = await ada.signInAgain();
    const refused = await ada.unenroll(id, later);
    expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_aal']);
    const answer = await ada.unenroll(id);
    expect([answer.status, answer.body]).toEqual([200, { id }]);
    expect(await app.sql('select aal, factor_id from auth.sessions')).toEqual([
      { aal: 'aal1', factor_id: null },
      { aal: 'aal1', factor_id: null },
    ]);
    expect(await app.sql(`select 1 from auth.mfa_amr_claims where authentication_method = 'totp'`)).toEqual(
      [],
    );
  });

  it('needs nothing while it does not count', async () => {
    const { id } = (await ada.enroll()).body;
    expect((await ada.unenroll(id)).status).toBe(200);
    expect((await ada.unenroll(id)).body.code).toBe('mfa_factor_not_found');
  });
});
