import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { setAuth } from '../basalt/project-api.ts';
import { rawRequest } from '../basalt/raw-http.ts';
import { type Basalt, disposeBasalt, runToEnd, startBasalt } from '../basalt/start-basalt.ts';

/** A server of this file's own: it is started again with another setting. */
const test = base.extend<object, { server: { current: Basalt }; api: ApiClient }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = { current: await startBasalt() };
      await use(server);
      await disposeBasalt(server.current);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  api: [
    async ({ server }, use) => use(new ApiClient(server.current.origin, OWNER.accessToken)),
    { scope: 'worker' },
  ],
});
test.setTimeout(150_000);

/** A provider on this machine, which counts who asks it. */
async function standIn(): Promise<{ server: Server; address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const issuer = `http://${request.headers.host}`;
    const document = { issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** The first answer that is not 503. */
async function eventually<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer.status !== 503 || attempt === 50) return answer;
    await sleep(200);
  }
}

test('what a project names on this machine is asked when the operator allows it, and else looks like nothing', async ({
  server,
  api,
}) => {
  const provider = await standIn();
  const nobody = 'http://127.0.0.1:1';
  // Each is told when the time for it is over: two projects wait for that beside each other.
  const [{ ref }, { ref: other }] = await Promise.all([
    api.createProject('Walls'),
    api.createProject('More walls'),
  ]);
  const authorize = async (project: string) => {
    const address = `${server.current.gatewayOrigin}/${project}/auth/v1/authorize?provider=keycloak`;
    const answer = await fetch(address, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), body: await answer.text() };
  };
  const sendMail = async (project: string) => {
    const { status, body } = await api.request('POST', `/platform/auth/${project}/test-mail`, {
      recipient: 'me@example.com',
    });
    return { status, message: body.message };
  };
  /** What a project hears of a server that it names as its provider and as its mail server. */
  const hear = async (project: string, address: string) => {
    const { hostname, port } = new URL(address);
    await setAuth(api, project, {
      external_keycloak_enabled: true,
      external_keycloak_client_id: 'client',
      external_keycloak_secret: 'secret',
      external_keycloak_url: address,
      smtp_host: hostname,
      smtp_port: port,
      smtp_admin_email: 'no-reply@example.com',
    });
    const [signIn, mail] = await Promise.all([authorize(project), sendMail(project)]);
    return { signIn, mail };
  };

  const [open, closed] = await Promise.all([hear(ref, provider.address), hear(other, nobody)]);
  expect(open.signIn.status).toBe(400);
  expect(JSON.parse(open.signIn.body)).toMatchObject({ error_code: 'validation_failed' });
  expect(open.mail).toMatchObject({ status: 400, message: expect.stringMatching(/did not answer/) });
  expect(closed).toEqual(open);
  expect(provider.asked).toEqual([]);

  const { environment } = server.current;
  await server.current.stop();
  server.current = await startBasalt({ environment: { ...environment, BASALT_OUTGOING_ALLOW: '127.0.0.1' } });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  // Its database may still be starting.
  const allowed = await eventually(() => authorize(ref));
  expect(allowed.status).toBe(302);
  expect(allowed.location).toMatch(new RegExp(`^${provider.address}/auth\\?`));
  expect(provider.asked).toEqual(['/.well-known/openid-configuration']);
  provider.server.close();
});

test('a list that cannot be read ends the start with a sentence', async ({ server }) => {
  const { code, output } = await runToEnd({
    ...server.current.environment,
    BASALT_OUTGOING_ALLOW: '10.0.0.0/8, everything*',
  });
  expect(code).not.toBe(0);
  expect(output).toContain('BASALT_OUTGOING_ALLOW must be a list of ranges like 10.0.0.0/8 and host names');
});

test('both ports refuse a request that names its host twice', async ({ server }) => {
  for (const origin of [server.current.origin, server.current.gatewayOrigin]) {
    const { host } = new URL(origin);
    const ask = (names: string[], target = '/health') =>
      rawRequest(origin, { method: 'GET', target, headers: { host: names } });
    expect((await ask([host])).status).toBe(200);
    expect((await ask([host, host])).status).toBe(400);
    expect((await ask([host, 'evil.test'])).status).toBe(400);
    expect((await ask([host], 'http://evil.test/health')).status).toBe(400);
    expect((await ask([host], `http://${host}/health`)).status).toBe(200);
  }
});
