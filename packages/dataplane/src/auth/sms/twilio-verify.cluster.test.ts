import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const SERVICE = `VA${'1'.repeat(32)}`;
const WORKING = { account_sid: ACCOUNT, auth_token: 'twilio-secret', sender: SERVICE };
const CODE = '246810';
const PHONE = '4912345';
const cluster = useTestCluster();
let project: AuthProjectForTest;
let twilio: Server;
let got: { path: string; form: Record<string, string> }[];

/** Stands in for Twilio Verify: knows one code of each number that waits for one, and approves it once. */
beforeEach(async () => {
  got = [];
  const waiting = new Set<string>();
  twilio = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    got.push({ path: request.url ?? '', form });
    const credentials = Buffer.from(String(request.headers.authorization).slice(6), 'base64').toString();
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (credentials !== `${ACCOUNT}:twilio-secret`)
      return answer(401, { code: 20003, message: `words about ${credentials}` });
    const to = form.To ?? '';
    if (request.url === `/v2/Services/${SERVICE}/Verifications`) {
      waiting.add(to);
      return answer(201, { sid: 'VE1', to, channel: form.Channel, status: 'pending', valid: false });
    }
    if (request.url !== `/v2/Services/${SERVICE}/VerificationCheck` || !waiting.has(to))
      return answer(404, { code: 20404, status: 404 });
    const approved = form.Code === CODE;
    if (approved) waiting.delete(to);
    return answer(200, { sid: 'VE1', to, status: approved ? 'approved' : 'pending', valid: approved });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => twilio.once('listening', done));
  project = await authProjectForTest(
    await cluster.createDatabase(),
    { sms_provider: 'twilio_verify', twilio: { ...WORKING }, sms_max_frequency: 0 },
    { twilioAddress: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}` },
  );
});
afterEach(async () => {
  await project.close();
  twilio.close();
});

const verify = (token: string, type = 'sms') =>
  project.call('POST', '/verify', { type, phone: PHONE, token });

test('a code that the provider made leads in, once', async () => {
  expect(await project.call('POST', '/otp', { phone: PHONE, channel: 'whatsapp' })).toMatchObject({
    status: 200,
    body: {},
  });
  expect(got[0]?.form).toEqual({ To: `+${PHONE}`, Channel: 'whatsapp' });
  expect((await verify('135791')).body.code).toBe('otp_expired');
  expect((await verify(CODE)).body).toMatchObject({ token_type: 'bearer', user: { phone: PHONE } });
  expect((await verify(CODE)).body.code).toBe('otp_expired');
  expect(await project.messages(PHONE)).toEqual([]);
});

test('an approved code is nothing without a user who asked for one, nor after its time', async () => {
  await project.call('POST', '/otp', { phone: PHONE });
  project.pass(project.settings.sms_otp_exp + 1);
  expect((await verify(CODE)).body.code).toBe('otp_expired');
});

test('numbers with a code for tests, and codes that a hook sends, are not the provider’s', async () => {
  project.settings.sms_test_otp = { [PHONE]: '777777' };
  await project.call('POST', '/otp', { phone: PHONE });
  expect((await verify('777777')).status).toBe(200);
  expect(got).toEqual([]);
});

test('a second factor and a new password are proved with it', async () => {
  Object.assign(project.settings, {
    mailer_autoconfirm: true,
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    security_update_password_require_reauthentication: true,
  });
  await project.call('POST', '/otp', { phone: PHONE });
  const { refresh_token } = (await verify(CODE)).body;
  project.pass(25 * 3_600);
  const { body } = await project.call('POST', '/token?grant_type=refresh_token', { refresh_token });
  const ask = { token: body.access_token };
  await project.call('GET', '/reauthenticate', undefined, ask);
  const change = (nonce: string) => project.call('PUT', '/user', { password: 'a new horse', nonce }, ask);
  expect((await change('135791')).body.code).toBe('reauthentication_not_valid');
  expect((await change(CODE)).status).toBe(200);

  const factor = await project.call('POST', '/factors', { factor_type: 'phone', phone: PHONE }, ask);
  const path = `/factors/${factor.body.id}`;
  const challenge_id = (await project.call('POST', `${path}/challenge`, {}, ask)).body.id;
  const prove = (code: string) => project.call('POST', `${path}/verify`, { challenge_id, code }, ask);
  expect((await prove('135791')).body.code).toBe('mfa_verification_failed');
  expect((await prove(CODE)).body).toMatchObject({ token_type: 'bearer' });
});

test('a number that two accounts want is given to neither: the provider does not know who asked', async () => {
  project.settings.mailer_autoconfirm = true;
  const want = async (email: string) => {
    const { body } = await project.call('POST', '/signup', { email, password: 'correct horse' });
    await project.call('PUT', '/user', { phone: PHONE }, { token: body.access_token });
  };
  await want('a@app.test');
  await want('b@app.test');
  expect((await verify(CODE, 'phone_change')).body.code).toBe('otp_expired');
  project.pass(project.settings.sms_otp_exp + 1);
  await want('c@app.test');
  expect((await verify(CODE, 'phone_change')).body).toMatchObject({
    user: { email: 'c@app.test', phone: PHONE },
  });
});

test('when the provider refuses to send or to check, nothing of the account is told', async () => {
  await project.call('POST', '/otp', { phone: PHONE });
  project.settings.twilio = { ...WORKING, auth_token: 'wrong-secret' };
  const sent = await project.call('POST', '/otp', { phone: PHONE });
  expect([sent.status, sent.body.code]).toEqual([422, 'sms_send_failed']);
  const checked = await verify(CODE);
  expect([checked.status, checked.body.code]).toEqual([500, 'unexpected_failure']);
  expect(checked.body.message).toContain('could not be checked');
  expect(JSON.stringify([sent, checked])).not.toMatch(/words about|secret|AC0/);
  twilio.close();
  twilio.closeAllConnections();
  expect((await verify(CODE)).body.message).toContain('did not answer');
});
