import type { AuthSettings } from '@basalt/project';
import { describe, expect, it } from 'vitest';
import { toRuntimeAuth } from './to-runtime-auth.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

describe('toRuntimeAuth', () => {
  it('is what the auth service reads, with a value for everything', () => {
    // The assignment is the test: the two packages must not import each other.
    const settings: AuthSettings = toRuntimeAuth({}, {}, NOW);
    expect(Object.values(settings)).not.toContain(undefined);
    expect(Object.values(settings)).not.toContain(Number.NaN);
  });

  it('puts what was set over the defaults', () => {
    expect(toRuntimeAuth({ jwt_exp: 60, disable_signup: true }, {}, NOW)).toMatchObject({
      jwt_exp: 60,
      disable_signup: true,
      external_email_enabled: true,
      site_url: 'http://localhost:3000',
    });
  });

  it('sends mail to the development mailbox until there is a server for it', () => {
    expect(toRuntimeAuth({ smtp_user: 'me' }, { smtp_pass: 'x' }, NOW).smtp).toBeNull();
    const stored = { smtp_host: 'mail.example.com', smtp_port: '587', smtp_admin_email: 'me@example.com' };
    expect(toRuntimeAuth(stored, { smtp_pass: 'hunter2' }, NOW).smtp).toEqual({
      host: 'mail.example.com',
      port: 587,
      user: '',
      pass: 'hunter2',
      admin_email: 'me@example.com',
      sender_name: '',
    });
  });

  it('gathers the settings of a provider', () => {
    const stored = {
      external_google_enabled: true,
      external_google_client_id: 'id',
      external_google_skip_nonce_check: true,
    };
    expect(toRuntimeAuth(stored, { external_google_secret: 's' }, NOW).external.google).toEqual({
      enabled: true,
      client_id: 'id',
      secret: 's',
      url: '',
      additional_client_ids: '',
      email_optional: false,
      skip_nonce_check: true,
    });
  });

  it('forgets test codes when their time is over', () => {
    const stored = { sms_test_otp: '4915112345678=123456,1=2,' };
    const codes = { '4915112345678': '123456', '1': '2' };
    const until = (sms_test_otp_valid_until: string) =>
      toRuntimeAuth({ ...stored, sms_test_otp_valid_until }, {}, NOW).sms_test_otp;
    expect(toRuntimeAuth(stored, {}, NOW).sms_test_otp).toEqual(codes);
    expect(until('2026-06-01T00:00:01Z')).toEqual(codes);
    expect(until('2026-06-01T00:00:00Z')).toEqual({});
  });
});
