import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, startAuthApp } from '../oauth/auth-app-for-test.ts';
import { claimsOf, type Person, personWithFactors } from './person-for-test.ts';

const cluster = useTestCluster();
let app: AuthApp;
let ada: Person;

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  ada = await personWithFactors(app, 'ada@example.com');
});
afterEach(() => app.close());

describe('a phone factor', () => {
  beforeEach(() => {
    app.settings.mfa_phone_enroll_enabled = true;
    app.settings.mfa_phone_verify_enabled = true;
  });

  it('is proved with the code that was sent', async () => {
    const enrolled = await ada.enroll({
      factor_type: 'phone',
      phone: '+49 123 45678',
      friendly_name: 'mobile',
    });
    expect(enrolled.body).toMatchObject({ type: 'phone', phone: '4912345678', friendly_name: 'mobile' });
    const { body } = await ada.challenge(enrolled.body.id);
    const [message] = await app.messages('4912345678');
    const answer = await ada.verify(enrolled.body.id, body.id, String(message?.code));
    expect(claimsOf(answer.body.access_token)).toMatchObject({ aal: 'aal2' });
    expect(claimsOf(answer.body.access_token).amr[0].method).toBe('mfa/phone');
  });

  it('is sent a code once a minute, and none when the number has one for tests', async () => {
    const { id } = (await ada.enroll({ factor_type: 'phone', phone: '4912345678' })).body;
    expect((await ada.challenge(id)).status).toBe(200);
    const answer = await ada.challenge(id);
    expect([answer.status, answer.body.code]).toEqual([429, 'over_sms_send_rate_limit']);
    app.settings.sms_test_otp = { '4912345678': '777777' };
    const { body } = await ada.challenge(id);
    expect((await ada.verify(id, body.id, '777778')).body.code).toBe('mfa_verification_failed');
    expect((await ada.verify(id, body.id, '777777')).status).toBe(200);
  });

  it('is one per number', async () => {
    app.settings.sms_test_otp = { '4912345678': '777777' };
    const phone = { factor_type: 'phone', phone: '4912345678' };
    const first = (await ada.enroll(phone)).body;
    const second = (await ada.enroll(phone)).body;
    expect((await ada.challenge(first.id)).body.code).toBe('mfa_factor_not_found');
    const answer = await ada.verify(second.id, (await ada.challenge(second.id)).body.id, '777777');
    ada.token = answer.body.access_token;
    expect((await ada.enroll(phone)).body.code).toBe('mfa_verified_factor_exists');
  });
});
