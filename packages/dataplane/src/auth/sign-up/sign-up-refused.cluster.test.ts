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

describe('a sign-up is refused', () => {
  const CASES: [string, Partial<AuthSettings>, unknown, number, string][] = [
    ['when sign-ups are off', { disable_signup: true }, ANNA, 422, 'signup_disabled'],
    [
      'when anonymous sign-ups are off',
      { external_anonymous_users_enabled: false },
      {},
      422,
      'anonymous_provider_disabled',
    ],
    ['by mail when that is off', { external_email_enabled: false }, ANNA, 400, 'email_provider_disabled'],
    [
      'by phone when that is off',
      { external_phone_enabled: false },
      { phone: '+4915112345', password: 'correct horse' },
      400,
      'phone_provider_disabled',
    ],
    ['with a short password', {}, { ...ANNA, password: 'short' }, 422, 'weak_password'],
    ['without a password', {}, { email: ANNA.email }, 400, 'validation_failed'],
    ['with a password beyond 72 bytes', {}, { ...ANNA, password: 'ä'.repeat(37) }, 400, 'validation_failed'],
    ['with mail address and phone', {}, { ...ANNA, phone: '+4915112345' }, 400, 'validation_failed'],
    ['with something else than a mail address', {}, { ...ANNA, email: 'anna' }, 400, 'validation_failed'],
    [
      'with a line break in the address',
      {},
      { ...ANNA, email: 'a@b.c\r\nBcc: x@y.z' },
      400,
      'validation_failed',
    ],
    [
      'with something else than a phone number',
      {},
      { phone: 'zero', password: 'correct horse' },
      400,
      'validation_failed',
    ],
    ['with a number as password', {}, { email: ANNA.email, password: 12345678 }, 400, 'validation_failed'],
    ['with metadata that is a list', {}, { ...ANNA, data: [] }, 400, 'validation_failed'],
    ['with NUL in the metadata', {}, { ...ANNA, data: { name: '\u0000' } }, 400, 'bad_json'],
    ['with half a character', {}, `{"email":"a@b.c","password":"\\ud800"}`, 400, 'bad_json'],
    ['with broken JSON', {}, '{"email":', 400, 'bad_json'],
    ['with invalid UTF-8', {}, Buffer.from([0x7b, 0xff, 0x7d]), 400, 'bad_json'],
    ['with a list as body', {}, '[]', 400, 'bad_json'],
    ['with bottomless nesting', {}, `{"data":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`, 400, 'bad_json'],
    ['with half a PKCE challenge', {}, { ...ANNA, code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    [
      'when all mails of the hour are sent',
      { rate_limit_email_sent: 0 },
      ANNA,
      429,
      'over_email_send_rate_limit',
    ],
    [
      'when all text messages of the hour are sent',
      { rate_limit_sms_sent: 0 },
      { phone: '+4915112345', password: 'correct horse' },
      429,
      'over_sms_send_rate_limit',
    ],
    ['when the client asks too often', { rate_limit_otp: 0 }, ANNA, 429, 'over_request_rate_limit'],
    [
      'with a body beyond a megabyte',
      {},
      JSON.stringify({ data: 'x'.repeat(1_048_576) }),
      413,
      'request_entity_too_large',
    ],
  ];
  test.each(CASES)('%s', async (_name, settings, body, status, code) => {
    const { call, sql } = await start(settings);
    const answer = await call('POST', '/signup', body);
    expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } });
    expect(await sql('select 1 from auth.users')).toEqual([]);
  });

  test('with the reasons why a password is weak, in the form of the old API too', async () => {
    const { call } = await start({ password_required_characters: 'abc:123', password_min_length: 10 });
    const { status, body } = await call(
      'POST',
      '/signup',
      { ...ANNA, password: 'zzz' },
      {
        headers: { 'x-supabase-api-version': '' },
      },
    );
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 10 characters. Password should contain at least one character of each: abc, 123.',
        weak_password: { reasons: ['length', 'characters'] },
      },
    });
  });

  test("without details when a trigger of the project's owner fails", async () => {
    const { call, sql } = await start();
    await sql(
      `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'secret detail'; end $$`,
    );
    await sql(
      'create trigger refuse before insert on auth.users for each row execute function public.refuse()',
    );
    const { status, body } = await call('POST', '/signup', ANNA);
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'unexpected_failure' });
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });
});
