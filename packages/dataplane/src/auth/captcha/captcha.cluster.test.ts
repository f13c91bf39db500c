import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let service: Server;
let asked: Record<string, string>[];

/** Stands in for the captcha service: knows one secret, and one token that was solved. */
beforeEach(async () => {
  asked = [];
  service = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push(form);
    if (form.response === 'broken') return void response.writeHead(502).end('<html>');
    const errors = form.secret === 'captcha-secret' ? ['invalid-input-response'] : ['invalid-input-secret'];
    const success = form.secret === 'captcha-secret' && form.response === 'solved';
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': errors }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => service.once('listening', done));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  project = await authProjectForTest(
    await cluster.createDatabase(),
    { captcha: { provider: 'turnstile', secret: 'captcha-secret' }, mailer_autoconfirm: true },
    { captcha: { hcaptcha: `${address}other`, turnstile: address } },
  );
});
afterEach(async () => {
  await project.close();
  service.close();
});

const solved = (captcha_token: unknown) => ({ gotrue_meta_security: { captcha_token } });
const ANNA = { email: 'anna@example.com', password: 'correct horse' };

test('whoever solved it gets in, and the service hears of the address', async () => {
  expect((await project.call('POST', '/signup', { ...ANNA, ...solved('solved') })).status).toBe(200);
  const { status } = await project.call('POST', '/token?grant_type=password', {
    ...ANNA,
    ...solved('solved'),
  });
  expect(status).toBe(200);
  expect(asked[0]).toEqual({ secret: 'captcha-secret', response: 'solved', remoteip: '192.0.2.1' });
});

test.each([
  ['/signup', ANNA],
  ['/signup', {}],
  ['/token?grant_type=password', ANNA],
  ['/otp', { email: ANNA.email }],
  ['/magiclink', { email: ANNA.email }],
  ['/recover', { email: ANNA.email }],
  ['/resend', { type: 'signup', email: ANNA.email }],
])('%s %j is refused without, and with one that was not solved', async (path, body) => {
  for (const more of [{}, solved(''), solved(7), { gotrue_meta_security: {} }]) {
    const answer = await project.call('POST', path, { ...body, ...more });
    expect([answer.status, answer.body.code]).toEqual([400, 'captcha_failed']);
  }
  expect(asked).toEqual([]);
  const wrong = await project.call('POST', path, { ...body, ...solved('guessed') });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'captcha_failed']);
  expect(wrong.body.message).toContain('invalid-input-response');
  expect(JSON.stringify(wrong.body)).not.toContain('captcha-secret');
});

test('a service that is away lets nobody in', async () => {
  const away = await project.call('POST', '/signup', { ...ANNA, ...solved('broken') });
  expect([away.status, away.body.code]).toEqual([500, 'unexpected_failure']);
});

test('servers with a secret key and refreshed sessions are not asked', async () => {
  const { body } = await project.call('POST', '/signup', { ...ANNA, ...solved('solved') });
  const refreshed = await project.call('POST', '/token?grant_type=refresh_token', {
    refresh_token: body.refresh_token,
  });
  expect(refreshed.status).toBe(200);
  expect((await project.manage('POST', '/recover', { email: ANNA.email })).status).toBe(200);
  expect(asked).toHaveLength(1);
});
