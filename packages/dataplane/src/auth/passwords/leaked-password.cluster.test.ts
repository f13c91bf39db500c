import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let list: Server;
let asked: string[];

/** Stands in for the public list. It knows `password1` as leaked, and `made up` as one of its lines that mean nothing. */
beforeEach(async () => {
  asked = [];
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
  list = createServer((request, response) => {
    asked.push(request.url ?? '');
    const lines = [
      [sha1('password1'), 9],
      [sha1('made up'), 0],
    ] as const;
    const found = lines.filter(([hash]) => request.url === `/${hash.slice(0, 5)}`);
    response.end(['0'.repeat(35), ...found.map(([hash, count]) => `${hash.slice(5)}:${count}`)].join('\r\n'));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => list.once('listening', done));
  project = await authProjectForTest(
    await cluster.createDatabase(),
    { password_hibp_enabled: true, mailer_autoconfirm: true },
    { leakedPasswords: `http://127.0.0.1:${(list.address() as AddressInfo).port}/` },
  );
});
afterEach(async () => {
  await project.close();
  list.close();
});

const signUp = (password: string, email = `${password.replaceAll(' ', '')}@example.com`) =>
  project.call('POST', '/signup', { email, password });
const LEAKED = { status: 422, body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } } };

test('a leaked password is refused wherever one is set, and the list learns no more than a beginning', async () => {
  expect(await signUp('password1')).toMatchObject(LEAKED);
  const admin = { email: 'ann@example.com', password: 'password1' };
  expect(await project.manage('POST', '/admin/users', admin)).toMatchObject(LEAKED);
  const { body } = await signUp('made up');
  expect(body.access_token).toBeDefined();
  const change = await project.call('PUT', '/user', { password: 'password1' }, { token: body.access_token });
  expect(change).toMatchObject(LEAKED);
  for (const path of asked) expect(path).toMatch(/^\/[0-9A-F]{5}$/);
});

test('a list that is away keeps nobody out, and one that is not wanted is not asked', async () => {
  project.settings.password_hibp_enabled = false;
  expect((await signUp('password1')).status).toBe(200);
  expect(asked).toEqual([]);
  project.settings.password_hibp_enabled = true;
  await new Promise((done) => list.close(done));
  expect((await signUp('password1', 'late@example.com')).status).toBe(200);
});
