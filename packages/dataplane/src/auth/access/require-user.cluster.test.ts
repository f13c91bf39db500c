import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), { mailer_autoconfirm: true });
});
afterEach(() => project.close());

const getUser = (token?: string) => project.call('GET', '/user', undefined, { token });
const signUp = async () =>
  (await project.call('POST', '/signup', { email: 'anna@example.com', password: 'correct horse' })).body;

test('the signed-in user reads itself', async () => {
  const { access_token, user } = await signUp();
  const answer = await getUser(access_token);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(user);
});

test.each([
  ['no token', undefined, 401, 'no_authorization'],
  ['no JWT', 'nonsense', 403, 'bad_jwt'],
  ['a token without signature', `${b64({ alg: 'none' })}.${b64({ sub: 'x' })}.`, 403, 'bad_jwt'],
])('refuses %s', async (_name, token, status, code) => {
  expect(await getUser(token)).toMatchObject({ status, body: { code } });
});

test.each([
  ['no user', { role: 'anon' }, 'bad_jwt'],
  ['a user id that is no UUID', { sub: "x' or 1=1" }, 'bad_jwt'],
  ['a session id that is no UUID', { sub: crypto.randomUUID(), session_id: 'x' }, 'bad_jwt'],
  ['a user that is gone', { sub: crypto.randomUUID() }, 'user_not_found'],
  [
    'a session that is gone',
    { sub: crypto.randomUUID(), session_id: crypto.randomUUID() },
    'session_not_found',
  ],
  ['a time that is over', { sub: crypto.randomUUID(), exp: 1 }, 'bad_jwt'],
])('refuses a signed token with %s', async (_name, claims, code) => {
  expect(await getUser(await project.sign(claims))).toMatchObject({ status: 403, body: { code } });
});

test("refuses a token with another user's session", async () => {
  const anna = (await signUp()).user;
  const other = (await project.call('POST', '/signup', {})).body;
  const { session_id } = JSON.parse(Buffer.from(other.access_token.split('.')[1], 'base64url').toString());
  const mixed = await project.sign({ sub: anna.id, session_id });
  expect((await getUser(mixed)).body.code).toBe('session_not_found');
});

test('refuses the banned and the deleted, and accepts a token that the owner signed without session', async () => {
  const { user } = await signUp();
  const token = await project.sign({ sub: user.id, role: 'authenticated' });
  expect((await getUser(token)).status).toBe(200);
  await project.sql(`update auth.users set banned_until = '2040-01-01'`);
  expect((await getUser(token)).body.code).toBe('user_banned');
  await project.sql('update auth.users set banned_until = null, deleted_at = now()');
  expect((await getUser(token)).body.code).toBe('user_not_found');
});

function b64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
