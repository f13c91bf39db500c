import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
const NOBODY = '11111111-2222-4333-8444-555555555555';
let project: AuthProjectForTest;
let ann: string;
let bob: string;

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  ann = (await project.manage('POST', '/admin/users', { email: 'ann@app.test' })).body.id;
  bob = (await project.manage('POST', '/admin/users', { email: 'bob@app.test' })).body.id;
});

afterEach(() => project.close());

async function refused(method: 'GET' | 'DELETE', path: string) {
  const { status, body } = await project.manage(method, path);
  return [status, body.code];
}

describe('sessions', () => {
  const addSession = async (user: string) => {
    const id = randomUUID();
    await project.sql(
      `insert into auth.sessions (id, user_id, created_at, user_agent, ip, refresh_token_hmac_key)
       values ($1, $2, now(), 'Firefox', '10.0.0.1', 'hidden')`,
      [id, user],
    );
    return id;
  };
  const sessionsOf = async (user: string) => {
    const { body } = await project.manage('GET', `/admin/users/${user}/sessions`);
    return body.sessions.map((session: { id: string }) => session.id);
  };

  test('are listed without anything that could stand in for them', async () => {
    const id = await addSession(ann);
    const { body } = await project.manage('GET', `/admin/users/${ann}/sessions`);
    expect(body.sessions).toMatchObject([{ id, user_agent: 'Firefox', ip: '10.0.0.1', aal: 'aal1' }]);
    expect(JSON.stringify(body)).not.toContain('hidden');
  });

  test('end one by one or all, and only those of the user', async () => {
    const [one, two, other] = [await addSession(ann), await addSession(ann), await addSession(bob)];
    expect(await refused('DELETE', `/admin/users/${ann}/sessions/${other}`)).toEqual([
      404,
      'session_not_found',
    ]);
    expect((await project.manage('DELETE', `/admin/users/${ann}/sessions/${one}`)).status).toBe(204);
    expect(await sessionsOf(ann)).toEqual([two]);
    expect((await project.manage('DELETE', `/admin/users/${ann}/sessions`)).status).toBe(204);
    expect(await sessionsOf(ann)).toEqual([]);
    expect(await sessionsOf(bob)).toEqual([other]);
  });

  test('need a user and an id', async () => {
    expect(await refused('GET', `/admin/users/${NOBODY}/sessions`)).toEqual([404, 'user_not_found']);
    expect(await refused('DELETE', `/admin/users/x/sessions`)).toEqual([404, 'validation_failed']);
    expect(await refused('DELETE', `/admin/users/${ann}/sessions/x`)).toEqual([404, 'validation_failed']);
  });
});

describe('factors', () => {
  test('are listed without their secret and can be taken from a user', async () => {
    const id = randomUUID();
    await project.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'Phone', 'totp', 'verified', now(), now(), 'JBSWY3DP')`,
      [id, ann],
    );
    const { body } = await project.manage('GET', `/admin/users/${ann}/factors`);
    expect(body).toMatchObject([{ id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }]);
    expect(JSON.stringify(body)).not.toContain('JBSWY3DP');
    const shown = (await project.manage('GET', `/admin/users/${ann}`)).body.factors;
    expect(shown).toEqual(body);

    expect(await refused('DELETE', `/admin/users/${bob}/factors/${id}`)).toEqual([
      404,
      'mfa_factor_not_found',
    ]);
    expect((await project.manage('DELETE', `/admin/users/${ann}/factors/${id}`)).body).toMatchObject({ id });
    expect((await project.manage('GET', `/admin/users/${ann}/factors`)).body).toEqual([]);
    expect(await refused('DELETE', `/admin/users/${ann}/factors/${id}`)).toEqual([
      404,
      'mfa_factor_not_found',
    ]);
    expect(await refused('DELETE', `/admin/users/${ann}/factors/1`)).toEqual([404, 'validation_failed']);
  });
});

describe('the mailbox', () => {
  test('shows what was sent, the newest first, and can be emptied', async () => {
    await project.manage('POST', '/invite', { email: 'one@app.test' });
    await project.manage('POST', '/invite', { email: 'two@app.test' });
    const { body, headers } = await project.manage('GET', '/admin/mailbox?per_page=1');
    expect(headers['x-total-count']).toBe('2');
    expect(body.messages).toMatchObject([{ channel: 'email', kind: 'invite', recipient: 'two@app.test' }]);
    const [{ id, code, link }] = body.messages;
    expect(code).toMatch(/^\d{6}$/);

    const whole = (await project.manage('GET', `/admin/mailbox/${id}`)).body;
    expect(whole.text).toContain(link);
    expect(whole.html).toContain(code);
    expect((await project.manage('GET', '/admin/mailbox?recipient=ONE')).body.messages).toHaveLength(1);
    expect((await project.manage('GET', '/admin/mailbox?channel=sms')).body.messages).toEqual([]);

    expect((await project.manage('DELETE', `/admin/mailbox/${id}`)).status).toBe(204);
    expect(await refused('DELETE', `/admin/mailbox/${id}`)).toEqual([404, 'validation_failed']);
    expect((await project.manage('DELETE', '/admin/mailbox')).status).toBe(204);
    expect((await project.manage('GET', '/admin/mailbox')).body.messages).toEqual([]);
  });

  test.each(['/admin/mailbox/x', '/admin/mailbox/99', '/admin/mailbox/999999999999999999999'])(
    '%s is nowhere',
    async (path) => {
      expect(await refused('GET', path)).toEqual([404, 'validation_failed']);
    },
  );

  test('a channel that is none is refused', async () => {
    expect(await refused('GET', '/admin/mailbox?channel=fax')).toEqual([400, 'validation_failed']);
  });
});

test('sign-ups and sign-ins are counted by time and by method, older ones not', async () => {
  project.settings.mailer_autoconfirm = true;
  const person = { email: 'cid@app.test', password: 'correct horse' };
  await project.call('POST', '/signup', person);
  await project.call('POST', '/token?grant_type=password', person);
  await project.call('POST', '/token?grant_type=password', { ...person, password: 'wrong' });
  await project.sql(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at)
     select null, gen_random_uuid(), '{"action":"login","traits":{"provider":"google"}}', (select max(created_at) from auth.audit_log_entries) - day * interval '1 day'
     from unnest(array[1, 1, 1, 1, 9]) as day`,
  );
  const { body } = await project.manage('GET', '/admin/activity?buckets=7&seconds=86400');
  // Ann and Bob were made by the admin, Cid signed up.
  expect(body.buckets.map((bucket: { sign_ups: number }) => bucket.sign_ups)).toEqual([0, 0, 0, 0, 0, 0, 3]);
  expect(body.buckets.map((bucket: { sign_ins: number }) => bucket.sign_ins)).toEqual([0, 0, 0, 0, 0, 4, 1]);
  expect(body.methods).toEqual([
    { method: 'google', sign_ins: 4 },
    { method: 'email', sign_ins: 1 },
  ]);
  for (const query of ['', '?buckets=7', '?buckets=1000&seconds=60', '?buckets=x&seconds=60'])
    expect((await project.manage('GET', `/admin/activity${query}`)).status).toBe(400);
  expect((await project.call('GET', '/admin/activity?buckets=1&seconds=60')).status).toBe(401);
});
