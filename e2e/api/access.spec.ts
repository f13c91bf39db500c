import { request as httpRequest } from 'node:http';
import { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test('without an account nothing but the door is open', async ({ basalt, project }) => {
  const nobody = new ApiClient(basalt.origin, null);
  for (const path of [
    '/v1/projects',
    `/v1/projects/${project.ref}`,
    '/platform/projects',
    '/platform/profile',
  ]) {
    expect((await nobody.request('GET', path)).status, path).toBe(401);
  }
  expect((await nobody.query(project.ref, 'select 1')).status).toBe(401);
  const forged = new ApiClient(basalt.origin, `sbp_${'0'.repeat(40)}`);
  expect((await forged.request('GET', '/v1/projects')).status).toBe(401);
  expect((await nobody.request('GET', '/health')).status).toBe(200);
});

test('another site cannot use the session of a signed-in browser', async ({ basalt, project }) => {
  const cookie = await sessionCookie(basalt);
  const nobody = new ApiClient(basalt.origin, null);
  const path = `/v1/projects/${project.ref}/database/query`;
  const body = { query: 'select 1 as one' };
  const own = await nobody.request('POST', path, body, { cookie, origin: basalt.origin });
  expect(own.body).toEqual([{ one: 1 }]);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: basalt.gatewayOrigin },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const refused = await nobody.request('POST', path, body, { cookie, ...headers } as Record<
      string,
      string
    >);
    expect(refused.status, JSON.stringify(headers)).toBe(403);
  }
});

test('the session cookie cannot be read by scripts nor sent by other sites', async ({ basalt }) => {
  const answer = await signIn(basalt, OWNER.password);
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/i);
  expect(answer.headers.get('set-cookie')).toMatch(/SameSite=(Strict|Lax)/i);
});

test('a name that somebody points at this machine is refused', async ({ basalt }) => {
  const { hostname, port } = new URL(basalt.origin);
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      const options = { hostname, port, path: '/platform/setup', headers: { host } };
      httpRequest(options, (answer) => resolve(answer.resume().statusCode))
        .once('error', reject)
        .end();
    });
  expect(await statusFor(`rebound.example:${port}`)).toBe(400);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
});

test('guessing a password is slowed down, and the right one is not told apart', async ({ basalt }) => {
  const email = 'nobody@example.com';
  const statuses = [];
  for (let i = 0; i < 30; i++) statuses.push((await signIn(basalt, `guess ${i}`, email)).status);
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

async function signIn(basalt: Basalt, password: string, email: string = OWNER.email) {
  const nobody = new ApiClient(basalt.origin, null);
  return await nobody.request('POST', '/platform/sign-in', { email, password });
}

async function sessionCookie(basalt: Basalt): Promise<string> {
  const { headers } = await signIn(basalt, OWNER.password);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
