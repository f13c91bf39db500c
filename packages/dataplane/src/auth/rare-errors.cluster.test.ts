import { useTestCluster } from '@basalt/clusters/testing';
import { type ConnectionTarget, createPool, withClient, withSetting } from '@basalt/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HeldProjectsOptions } from '../project/held-projects.ts';
import { type AuthProjectForTest, authProjectForTest } from './auth-project-for-test.ts';

const cluster = useTestCluster();
const EMAIL = 'anna@example.com';
const PASSWORD = 'correct horse';
let address: ConnectionTarget;
let project: AuthProjectForTest;
let token: string;
let userId: string;

beforeEach(async () => {
  address = await cluster.createDatabase();
  project = await authProjectForTest(address, { mailer_autoconfirm: true });
  const { body } = await project.call('POST', '/signup', { email: EMAIL, password: PASSWORD });
  token = body.access_token;
  userId = body.user.id;
});
afterEach(() => project.close());

const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('mfa_phone_verify_not_enabled: factors may be enrolled but not proved', async () => {
  project.settings.mfa_phone_enroll_enabled = true;
  project.settings.mfa_phone_verify_enabled = false;
  const factor = { factor_type: 'phone', phone: '4912345678' };
  const { body } = await project.call('POST', '/factors', factor, { token });
  const challenge = await project.call('POST', `/factors/${body.id}/challenge`, {}, { token });
  expect(refusal(challenge)).toEqual([422, 'mfa_phone_verify_not_enabled']);
});

test('mfa_webauthn_verify_not_enabled: a factor that came with imported users', async () => {
  const [factor] = await project.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
     values (gen_random_uuid(), $1, 'webauthn', 'verified', 'key', now(), now()) returning id`,
    [userId],
  );
  const challenge = await project.call('POST', `/factors/${factor?.id}/challenge`, {}, { token });
  expect(refusal(challenge)).toEqual([422, 'mfa_webauthn_verify_not_enabled']);
});

test('email_address_invalid: an imported address that no mail can be sent to', async () => {
  project.settings.mailer_autoconfirm = false;
  await project.sql(`update auth.users set email = '"anna"@example.com' where id = $1`, [userId]);
  const change = await project.call('PUT', '/user', { email: 'new@example.com' }, { token });
  expect(refusal(change)).toEqual([400, 'email_address_invalid']);
});

test('request_timeout: the database takes too long', async () => {
  const openPool: HeldProjectsOptions['openPool'] = (target) =>
    createPool(withSetting(target, 'statement_timeout', 100), { max: 1 });
  const slow = await authProjectForTest(address, { mailer_autoconfirm: true }, {}, { openPool });
  await withClient(address, async (client) => {
    await client.query('begin');
    await client.query('select from auth.users for update');
    const signIn = await slow.call('POST', '/token?grant_type=password', {
      email: EMAIL,
      password: PASSWORD,
    });
    expect(refusal(signIn)).toEqual([504, 'request_timeout']);
    await client.query('rollback');
  });
  await slow.close();
});
