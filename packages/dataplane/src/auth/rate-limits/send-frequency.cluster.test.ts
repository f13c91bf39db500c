import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
const KNOWN = 'anna@example.com';
const UNKNOWN = 'nobody@example.com';
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), { mailer_autoconfirm: true });
  await project.call('POST', '/signup', { email: KNOWN, password: 'correct horse' });
  project.settings.mailer_autoconfirm = false;
});
afterEach(() => project.close());

/** What two people see who ask the same things at the same times. */
async function both(path: string, body: object) {
  const [known, unknown] = [
    await project.call('POST', path, { ...body, email: KNOWN }),
    await project.call('POST', path, { ...body, email: UNKNOWN }),
  ];
  return { known: [known.status, known.body], unknown: [unknown.status, unknown.body] };
}

test('whoever asks again and again learns nothing of who has an account', async () => {
  for (const seconds of [0, 20, 39.9, 0.1, 60, 1, 300]) {
    project.pass(seconds);
    for (const [path, body] of [
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
    ] as const) {
      const { known, unknown } = await both(path, body);
      expect(unknown).toEqual(known);
    }
  }
});

test('nor when the mails of the hour are used up', async () => {
  project.settings.rate_limit_email_sent = 0;
  const { known, unknown } = await both('/recover', {});
  expect(known[0]).toBe(429);
  expect(unknown).toEqual(known);
});

test('only the limit of the hour counts as one that was reached', async () => {
  const refusedAt = async () => (await project.manage('GET', '/admin/mail_limit')).body.refused_at;
  await project.call('POST', '/recover', { email: KNOWN });
  const soon = await project.call('POST', '/recover', { email: KNOWN });
  expect(soon.body.code).toBe('over_email_send_rate_limit');
  project.settings.rate_limit_otp = 0;
  expect(
    (await project.call('POST', '/signup', { email: 'x@app.test', password: 'correct horse' })).body,
  ).toEqual({ code: 'over_request_rate_limit', message: 'Request rate limit reached' });
  expect(await refusedAt()).toBeNull();
  project.settings.rate_limit_otp = 1000;
  project.settings.rate_limit_email_sent = 1;
  project.pass(61);
  const late = await project.call('POST', '/recover', { email: KNOWN });
  expect(late.body.code).toBe('over_email_send_rate_limit');
  expect(await refusedAt()).toBe(project.now().toISOString());
  expect((await project.call('GET', '/admin/mail_limit')).status).toBe(401);
});

test('addresses that nobody has do not use up the mails of the hour', async () => {
  project.settings.rate_limit_email_sent = 1;
  for (let count = 0; count < 5; count += 1)
    await project.call('POST', '/recover', { email: `nobody${count}@example.com` });
  expect((await project.call('POST', '/recover', { email: KNOWN })).status).toBe(200);
  const second = await project.call('POST', '/otp', { email: 'new@example.com' });
  expect(second.body).toEqual({ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' });
});
