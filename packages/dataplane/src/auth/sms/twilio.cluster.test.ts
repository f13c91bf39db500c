import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const cluster = useTestCluster();
let project: AuthProjectForTest;
let twilio: Server;
let got: { request: IncomingMessage; form: Record<string, string> }[];

/** Stands in for Twilio: knows one password, and refuses numbers that begin with 1. */
beforeEach(async () => {
  got = [];
  twilio = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    got.push({ request, form });
    const credentials = Buffer.from(String(request.headers.authorization).slice(6), 'base64').toString();
    const refuse = (status: number, code: number) =>
      response.writeHead(status).end(JSON.stringify({ code, message: `words about ${credentials}` }));
    if (credentials !== `${ACCOUNT}:twilio-secret`) return refuse(401, 20003);
    if (form.To?.includes('+1')) return refuse(400, 21211);
    response.writeHead(201).end(JSON.stringify({ sid: 'SM1' }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => twilio.once('listening', done));
  project = await authProjectForTest(
    await cluster.createDatabase(),
    {
      sms_provider: 'twilio',
      twilio: { account_sid: ACCOUNT, auth_token: 'twilio-secret', sender: '+4930123' },
    },
    { twilioAddress: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}` },
  );
});
afterEach(async () => {
  await project.close();
  twilio.close();
});

test('a code goes out and leads in', async () => {
  expect(await project.call('POST', '/otp', { phone: '4912345' })).toMatchObject({ status: 200, body: {} });
  const [sent] = got;
  expect(sent?.request.url).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Messages.json`);
  expect(sent?.form).toMatchObject({ To: '+4912345', From: '+4930123' });
  const token = /\d{6}/.exec(sent?.form.Body ?? '')?.[0];
  const session = await project.call('POST', '/verify', { type: 'sms', phone: '4912345', token });
  expect(session.body).toMatchObject({ token_type: 'bearer' });
  expect(await project.messages('4912345')).toEqual([]);
});

test('a messaging service and another channel are named as Twilio wants them', async () => {
  const sender = `MG${'a'.repeat(32)}`;
  project.settings.twilio = { account_sid: ACCOUNT, auth_token: 'twilio-secret', sender };
  await project.call('POST', '/otp', { phone: '4912345', channel: 'whatsapp' });
  expect(got[0]?.form).toMatchObject({ To: 'whatsapp:+4912345', MessagingServiceSid: sender });
  expect(got[0]?.form.From).toBeUndefined();
});

test('a code that was not sent can be asked for again at once', async () => {
  project.settings.sms_max_frequency = 60;
  const working = project.settings.twilio;
  const ask = () => project.call('POST', '/otp', { phone: '4912345' });
  project.settings.twilio = { account_sid: ACCOUNT, auth_token: 'wrong-secret', sender: '+4930123' };
  expect((await ask()).body.code).toBe('sms_send_failed');
  project.settings.twilio = working;
  expect((await ask()).status).toBe(200);
  expect((await ask()).body.code).toBe('over_sms_send_rate_limit');
});

test('so can the code of a second factor', async () => {
  const working = project.settings.twilio;
  Object.assign(project.settings, {
    sms_max_frequency: 60,
    mailer_autoconfirm: true,
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
  });
  const { body } = await project.call('POST', '/signup', { email: 'a@app.test', password: 'correct horse' });
  const ask = { token: body.access_token };
  const factor = await project.call('POST', '/factors', { factor_type: 'phone', phone: '4912345' }, ask);
  const challenge = () => project.call('POST', `/factors/${factor.body.id}/challenge`, {}, ask);
  project.settings.twilio = { account_sid: ACCOUNT, auth_token: 'wrong-secret', sender: '+4930123' };
  expect((await challenge()).body.code).toBe('sms_send_failed');
  project.settings.twilio = working;
  expect((await challenge()).status).toBe(200);
  expect((await challenge()).body.code).toBe('over_sms_send_rate_limit');
});

test.each([
  ['a number', '1555', 'twilio-secret', 21211],
  ['the password', '4912345', 'wrong-secret', 20003],
])('when Twilio refuses %s, its code is told and nothing else', async (_what, phone, auth_token, code) => {
  project.settings.twilio = { account_sid: ACCOUNT, auth_token, sender: '+4930123' };
  const { status, body } = await project.call('POST', '/otp', { phone });
  expect([status, body.code]).toEqual([422, 'sms_send_failed']);
  expect(body.message).toContain(`with code ${code}`);
  expect(JSON.stringify(body)).not.toMatch(/words about|secret|AC0/);
});
