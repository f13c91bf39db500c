import { contract } from '@basalt/contract';
import { traverseContractProcedures } from '@orpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf, HOST, type Method, OWNER, PASSWORD } from './caller.ts';
import { useServer } from './server-under-test.ts';

const TOKEN = `sbp_${'0123456789'.repeat(4)}`;
const owner = { authorization: `Bearer ${TOKEN}` };
const server = useServer('22532-22541');
const call = callerOf(server);
let slug = '';

beforeAll(async () => {
  await server.platform.bootstrap({ ...OWNER, organizationName: 'Stone works', plan: 'pro' }, TOKEN);
  const { body } = await call('GET', '/v1/organizations', undefined, owner);
  slug = String((body as unknown as { slug: string }[])[0]?.slug);
});

const REF = 'a'.repeat(20);
const ROUTES: { method: Method; route: string }[] = [];
traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
  const { method = 'POST', path = '' } = procedure['~orpc'].route;
  ROUTES.push({ method: method as Method, route: path });
});
const urlOf = (route: string) =>
  route.replace('{ref}', REF).replace('{slug}', slug).replace('{id}', '00000000-0000-4000-8000-000000000000');

describe('every route', () => {
  const PUBLIC = [
    'GET /platform/setup',
    'POST /platform/setup',
    'POST /platform/sign-in',
    'GET /platform/sign-in',
    'POST /platform/sign-in/openid',
    'POST /platform/sign-in/openid/finish',
    'POST /platform/sign-in/openid/code',
    'POST /platform/sign-in/passkey',
    'POST /platform/sign-in/passkey/finish',
    'GET /platform/forgotten-password',
    'POST /platform/forgotten-password',
    'POST /platform/reset-password',
    'POST /platform/sign-out',
    'POST /platform/invitations/look',
    'POST /platform/invitations/sign-up',
  ];
  const guarded = ROUTES.filter(({ method, route }) => !PUBLIC.includes(`${method} ${route}`));

  it('of the public ones exists', () => {
    expect(ROUTES.length - guarded.length).toBe(PUBLIC.length);
  });

  it.each(guarded)('asks who is calling: $method $route', async ({ method, route }) => {
    const body = method === 'GET' ? undefined : {};
    for (const headers of [{}, { cookie: 'basalt_session=guess' }, { authorization: 'Bearer guess' }]) {
      const answer = await call(method, urlOf(route), body, headers as Record<string, string>);
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
  });

  const changing = ROUTES.filter(({ method }) => method !== 'GET');
  const text = 'a\u0000b';
  const everything = Object.fromEntries(
    ['name', 'query', 'email', 'password', 'code', 'db_pass', 'organization_name', 'provider'].map((name) => [
      name,
      text,
    ]),
  );
  const HOSTILE: [string, string][] = [
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', 'null'],
    ['broken JSON', '{"name":'],
    ['deep JSON', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['a prototype', '{"__proto__":{"name":"x"},"name":"y"}'],
    ['wrong types', '{"name":{},"query":5,"email":[],"password":{},"code":null,"db_pass":1}'],
    ['NUL characters', JSON.stringify(everything)],
    [
      'half characters',
      '{"name":"\\ud800","query":"\\ud800","email":"\\ud800@example.com","password":"\\ud800"}',
    ],
  ];
  it.each(changing)('answers bad bodies in one form: $method $route', async ({ method, route }) => {
    for (const [kind, body] of HOSTILE) {
      const answer = await call(method, urlOf(route), body, owner);
      expect(answer.status, kind).toBeLessThan(500);
      if (answer.status >= 400)
        expect(answer.body, kind).toMatchObject({
          message: expect.stringMatching(/\.$/),
          code: expect.any(String),
          request_id: expect.any(String),
        });
      expect(JSON.stringify(answer.body), kind).not.toMatch(/node_modules|\bat .*\.ts/);
    }
  });
});

describe('a request', () => {
  it('is about what its path names, whatever body and query say', async () => {
    const { body: own } = await call('POST', '/v1/organizations', { name: 'Own' }, owner);
    const { body: other } = await call('POST', '/v1/organizations', { name: 'Other' }, owner);
    const renamed = await call(
      'PATCH',
      `/platform/organizations/${own.slug}`,
      { name: 'Mine', slug: other.slug },
      owner,
    );
    expect(renamed.body).toMatchObject({ slug: own.slug, name: 'Mine' });
    const asked = await call('GET', `/v1/projects/${REF}?ref=${'b'.repeat(20)}`, undefined, owner);
    expect(asked.body.message).toContain(REF);
  });

  it.each([
    [
      'a NUL in a sign-in',
      'POST',
      '/platform/sign-in',
      { email: 'a\u0000b@example.com', password: 'x' },
      'email',
    ],
    ['a NUL in an id', 'DELETE', '/platform/profile/access-tokens/%00', undefined, 'id'],
    ['half a character in a name', 'POST', '/v1/organizations', '{"name":"\\ud800"}', 'name'],
    ['a limit out of range', 'GET', `/platform/projects/${REF}/operations?limit=101`, undefined, 'limit'],
  ] as [string, Method, string, object | string | undefined, string][])(
    'with %s is refused with the field named',
    async (_case, method, url, body, field) => {
      const answer = await call(method, url, body, owner);
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request', field } });
      expect(answer.body.message).toMatch(new RegExp(`^${field}: (must|is) .*\\.$`));
    },
  );

  it('whose path cannot be decoded is refused like any other', async () => {
    expect(await call('GET', '/v1/projects/%zz')).toMatchObject({
      status: 400,
      body: { code: 'bad_request', request_id: expect.any(String) },
    });
  });

  it('that is too large is refused', async () => {
    const answer = await call('POST', '/v1/organizations', { name: 'x'.repeat(11 * 1024 * 1024) }, owner);
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  it('for SQL in an unknown project is refused before anything is streamed', async () => {
    expect(await call('POST', `/platform/pg-meta/${REF}/query`, { query: 'select 1' }, owner)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('from another site gets no permission to read the answer', async () => {
    const response = await server.app.inject({
      method: 'OPTIONS',
      url: '/v1/projects',
      headers: { host: HOST, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('with a form or plain text, as any page can send, does nothing', async () => {
    const body = JSON.stringify({ email: OWNER.email, password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      expect((await call('POST', '/platform/sign-in', body, { 'content-type': type })).status).toBe(400);
    }
  });
});
