import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { buildApp } from '../src/http/build-app.ts';
import { callerOf, HOST, OWNER, PASSWORD } from './caller.ts';
import { useServer } from './server-under-test.ts';

const server = useServer('22432-22441');
const call = callerOf(server);
const owner = { slug: '', cookie: '' };

describe('the first visit', () => {
  it('needs the one-time code, once', async () => {
    expect((await call('GET', '/platform/setup')).body).toEqual({ needed: true });
    const code = await server.platform.renewSetupCode();
    const input = { ...OWNER, organization_name: 'Stone works' };
    expect(await call('POST', '/platform/setup', { ...input, code: 'AAAA-AAAA' })).toMatchObject({
      status: 403,
      body: { field: 'code' },
    });
    const done = await call('POST', '/platform/setup', { ...input, code: code?.toLowerCase() });
    expect(done).toMatchObject({ status: 201, body: { email: OWNER.email } });
    expect(await call('POST', '/platform/setup', { ...input, code })).toMatchObject({ status: 409 });
    expect((await call('GET', '/platform/setup')).body).toEqual({ needed: false });
    owner.cookie = done.cookie ?? '';
    const { body } = await call('GET', '/platform/organizations', undefined, { cookie: owner.cookie });
    expect(body).toMatchObject([{ name: 'Stone works', role: 'Owner', plan: { id: 'pro' } }]);
    owner.slug = String((body as unknown as { slug: string }[])[0]?.slug);
  });
});

describe('sessions', () => {
  it('begin with the right password and end with sign-out', async () => {
    const { status, cookie } = await call('POST', '/platform/sign-in', {
      ...OWNER,
      email: ' Owner@Example.com ',
    });
    expect(status).toBe(200);
    expect((await call('GET', '/platform/profile', undefined, { cookie: cookie ?? '' })).status).toBe(200);
    await call('POST', '/platform/sign-out', undefined, { cookie: cookie ?? '' });
    expect((await call('GET', '/platform/profile', undefined, { cookie: cookie ?? '' })).status).toBe(401);
  });

  it('are kept in a cookie that scripts and other sites cannot use', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/platform/sign-in',
      headers: { host: HOST },
      payload: OWNER,
    });
    expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  it('refuse a wrong address and a wrong password in the same words', async () => {
    const unknown = await call('POST', '/platform/sign-in', {
      email: 'nobody@example.com',
      password: PASSWORD,
    });
    const wrong = await call('POST', '/platform/sign-in', { email: OWNER.email, password: 'wrong' });
    expect(unknown).toMatchObject({ status: 401, body: { message: wrong.body.message } });
  });

  it('stop a guesser', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push(
        (
          await call('POST', '/platform/sign-in', {
            email: 'victim@example.com',
            password: `guess ${attempt}`,
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array(8).fill(401), 429, 429]);
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/platform/sign-in',
      headers: { host: HOST },
      payload: { email: 'victim@example.com', password: PASSWORD },
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(600);
  });

  it('stop a guesser who tries many at once', async () => {
    const guess = (_: unknown, attempt: number) =>
      call('POST', '/platform/sign-in', { email: 'target@example.com', password: `guess ${attempt}` });
    const statuses = (await Promise.all(Array.from({ length: 20 }, guess))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(8).fill(401), ...Array(12).fill(429)]);
  });

  it('stop a guesser who claims another address each time, unless a proxy of ours says so', async () => {
    const guesses = async (
      account: string,
      guess: (headers: Record<string, string>, body: object) => Promise<number>,
    ) => {
      const statuses: number[] = [];
      for (let n = 1; n <= 10; n++) {
        const body = { email: `${account}@example.com`, password: `guess ${n}` };
        statuses.push(await guess({ 'x-forwarded-for': `203.0.113.${n}` }, body));
      }
      return statuses;
    };
    const direct = await guesses(
      'direct',
      async (headers, body) => (await call('POST', '/platform/sign-in', body, headers)).status,
    );
    expect(direct).toEqual([...Array(8).fill(401), 429, 429]);

    const config = readConfig({ BASALT_PUBLIC_URL: 'https://basalt.example.com' });
    const behindProxy = await buildApp({ config, platform: server.platform, log: pino({ level: 'silent' }) });
    const proxied = await guesses('proxied', async (headers, payload) => {
      const request = { method: 'POST', url: '/platform/sign-in', payload } as const;
      return (await behindProxy.inject({ ...request, headers: { host: 'basalt.example.com', ...headers } }))
        .statusCode;
    });
    await behindProxy.close();
    expect(proxied).toEqual(Array(10).fill(401));
  });
});

describe('the guard', () => {
  it.each([
    ['a foreign host name', { host: 'evil.example' }, 400],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['an origin of another port', { origin: 'http://127.0.0.1:8001' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a cross-site request without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['our own origin', { origin: `http://${HOST}` }, 201],
    ['no origin, as command lines send', {}, 201],
  ] as [string, Record<string, string>, number][])('%s: %s → %i', async (_case, headers, status) => {
    const input = { name: 'Guarded' };
    expect(
      (await call('POST', '/v1/organizations', input, { cookie: owner.cookie, ...headers })).status,
    ).toBe(status);
  });

  it('asks who is calling before it looks at the input', async () => {
    expect((await call('POST', '/v1/projects', {})).status).toBe(401);
  });

  it('does not fall back to the cookie when the token is wrong', async () => {
    const headers = { cookie: owner.cookie, authorization: `Bearer sbp_${'0'.repeat(40)}` };
    expect((await call('GET', '/v1/projects', undefined, headers)).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('are shown once, work, and stop working when deleted', async () => {
    const cookie = { cookie: owner.cookie };
    const { body: created } = await call(
      'POST',
      '/platform/profile/access-tokens',
      { name: 'laptop' },
      cookie,
    );
    const bearer = { authorization: `Bearer ${created.token}` };
    expect(created.token).toMatch(/^sbp_[0-9a-f]{40}$/);
    expect((await call('GET', '/v1/organizations', undefined, bearer)).status).toBe(200);
    const listed = await call('GET', '/platform/profile/access-tokens', undefined, cookie);
    expect(JSON.stringify(listed.body)).not.toContain(String(created.token));
    await call('DELETE', `/platform/profile/access-tokens/${created.id}`, undefined, cookie);
    expect((await call('GET', '/v1/organizations', undefined, bearer)).status).toBe(401);
    expect(
      (await call('DELETE', `/platform/profile/access-tokens/${created.id}`, undefined, cookie)).status,
    ).toBe(404);
  });
});
