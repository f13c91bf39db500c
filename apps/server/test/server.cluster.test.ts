import { createServer, type Server } from 'node:net';
import { ROLES, type Role } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { useServer } from './server-under-test.ts';

const PASSWORD = 'correct-horse-battery-staple';
const HOST = '127.0.0.1:8000';
const server = useServer('22432-22531');

interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookie: string | undefined;
}

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await server.app.inject({
    method,
    url,
    headers: { host: HOST, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return {
    status: response.statusCode,
    body: response.body.startsWith('{') || response.body.startsWith('[') ? response.json() : {},
    cookie: response.cookies.map(({ name, value }) => `${name}=${value}`)[0],
  };
}

const OWNER = { email: 'owner@example.com', password: PASSWORD };
const state = { slug: '', ref: '', cookies: {} as Record<Role, string> };

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
    state.cookies.Owner = done.cookie ?? '';
    const { body } = await call('GET', '/platform/organizations', undefined, { cookie: state.cookies.Owner });
    expect(body).toMatchObject([{ name: 'Stone works', role: 'Owner', plan: { id: 'pro' } }]);
    state.slug = String((body as unknown as { slug: string }[])[0]?.slug);
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
      (await call('POST', '/v1/organizations', input, { cookie: state.cookies.Owner, ...headers })).status,
    ).toBe(status);
  });

  it('asks who is calling before it looks at the input', async () => {
    expect((await call('POST', '/v1/projects', {})).status).toBe(401);
  });

  it('does not fall back to the cookie when the token is wrong', async () => {
    const headers = { cookie: state.cookies.Owner, authorization: `Bearer sbp_${'0'.repeat(40)}` };
    expect((await call('GET', '/v1/projects', undefined, headers)).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('are shown once, work, and stop working when deleted', async () => {
    const cookie = { cookie: state.cookies.Owner };
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
      (await call('DELETE', '/platform/profile/access-tokens/not-a-uuid', undefined, cookie)).status,
    ).toBe(404);
  });
});

describe('roles', () => {
  it('are given to people of the organization', async () => {
    const { db } = server.platform.dependencies;
    const owner = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', OWNER.email)
      .executeTakeFirstOrThrow();
    const { id: organization_id } = await db
      .selectFrom('organizations')
      .select('id')
      .where('slug', '=', state.slug)
      .executeTakeFirstOrThrow();
    for (const role of ROLES.filter((name) => name !== 'Owner')) {
      const email = `${role.toLowerCase()}@example.com`;
      const account = { email, password_hash: owner.password_hash };
      const { id } = await db
        .insertInto('accounts')
        .values(account)
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('organization_members').values({ organization_id, account_id: id, role }).execute();
      state.cookies[role] =
        (await call('POST', '/platform/sign-in', { email, password: PASSWORD })).cookie ?? '';
    }
    const input = { name: 'Shared', db_pass: PASSWORD, organization_slug: state.slug };
    const { body } = await call('POST', '/v1/projects', input, { cookie: state.cookies.Owner });
    state.ref = String(body.ref);
    await expect
      .poll(
        async () =>
          (await call('GET', `/v1/projects/${state.ref}`, undefined, { cookie: state.cookies.Owner })).body
            .status,
      )
      .toBe('ACTIVE_HEALTHY');
  });

  /** What each role gets: Owner, Administrator, Developer, Read-only. Commands that would work are sent with bad input where they would change much. */
  const TABLE: [string, () => Parameters<typeof call>, number[]][] = [
    ['see the project', () => ['GET', `/v1/projects/${state.ref}`], [200, 200, 200, 200]],
    [
      'query read-only',
      () => ['POST', `/v1/projects/${state.ref}/database/query/read-only`, { query: 'select 1' }],
      [201, 201, 201, 201],
    ],
    [
      'query',
      () => ['POST', `/v1/projects/${state.ref}/database/query`, { query: 'select 1' }],
      [201, 201, 201, 403],
    ],
    [
      'rename the project',
      () => ['PATCH', `/v1/projects/${state.ref}`, { name: 'Renamed' }],
      [200, 200, 403, 403],
    ],
    [
      'rename the organization',
      () => ['PATCH', `/platform/organizations/${state.slug}`, { name: 'Stone works' }],
      [200, 200, 403, 403],
    ],
    [
      'create a project',
      () => ['POST', '/v1/projects', { name: 'x', db_pass: 'weak', organization_slug: state.slug }],
      [400, 400, 400, 400],
    ],
    ['restore a running project', () => ['POST', `/v1/projects/${state.ref}/restore`], [409, 409, 409, 403]],
  ];

  it.each(TABLE)('decide who may %s', async (_deed, request, expected) => {
    const statuses: number[] = [];
    for (const role of ROLES) {
      const [method, url, body] = request();
      statuses.push((await call(method, url, body, { cookie: state.cookies[role] })).status);
    }
    expect(statuses).toEqual(expected);
  });

  it('decide who may pause and delete', async () => {
    for (const role of ['Developer', 'Read-only'] as const) {
      const headers = { cookie: state.cookies[role] };
      expect((await call('POST', `/v1/projects/${state.ref}/pause`, undefined, headers)).status).toBe(403);
      expect((await call('DELETE', `/v1/projects/${state.ref}`, undefined, headers)).status).toBe(403);
    }
  });

  it('keep the database password from those who may only read', async () => {
    const of = async (role: Role) =>
      (
        await call('GET', `/v1/projects/${state.ref}/config/database/pooler`, undefined, {
          cookie: state.cookies[role],
        })
      ).body as unknown as {
        connection_string: string;
      }[];
    expect((await of('Developer'))[0]?.connection_string).toContain(PASSWORD);
    expect((await of('Read-only'))[0]?.connection_string).toContain('[YOUR-PASSWORD]');
  });

  it('let someone who may only read run SQL in the editor, without changing anything', async () => {
    const run = async (query: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/platform/pg-meta/${state.ref}/query`,
          headers: { host: HOST, cookie: state.cookies['Read-only'] },
          payload: { query },
        })
      ).body;
    expect(await run('select 40 + 2 as answer')).toContain('"rows":[["42"]]');
    expect(await run('create table nope ()')).toContain('"code":"25006"');
    expect(await run('commit; create table nope ()')).toContain('"type":"error"');
  });

  it('do not reach outside the organization', async () => {
    const { db } = server.platform.dependencies;
    const { password_hash } = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', OWNER.email)
      .executeTakeFirstOrThrow();
    await db.insertInto('accounts').values({ email: 'stranger@example.com', password_hash }).execute();
    const { cookie = '' } = await call('POST', '/platform/sign-in', {
      email: 'stranger@example.com',
      password: PASSWORD,
    });
    expect((await call('GET', `/v1/projects/${state.ref}`, undefined, { cookie })).status).toBe(404);
    expect((await call('DELETE', `/v1/projects/${state.ref}`, undefined, { cookie })).status).toBe(404);
    expect((await call('GET', '/v1/projects', undefined, { cookie })).body).toEqual([]);
  });
});

describe('a project', () => {
  const owner = () => ({ cookie: state.cookies.Owner });
  const statusOf = async (ref: string) =>
    (await call('GET', `/v1/projects/${ref}`, undefined, owner())).body.status;

  it('that cannot be built is rolled back with the reason, and can be deleted', async () => {
    const input = { name: 'Unlucky', db_pass: PASSWORD, organization_slug: state.slug };
    // The port is free when it is chosen and taken when the cluster starts.
    const { clusters } = server;
    const create = clusters.create.bind(clusters);
    let thief: Server | undefined;
    clusters.create = async (cluster, options) => {
      await create(cluster, options);
      thief = createServer().listen(cluster.port ?? 0, '127.0.0.1');
    };
    const { body } = await call('POST', '/v1/projects', input, owner());
    const ref = String(body.ref);
    await expect.poll(() => statusOf(ref), { timeout: 20_000 }).toBe('INIT_FAILED');
    clusters.create = create;
    thief?.close();
    const project = await call('GET', `/platform/projects/${ref}`, undefined, owner());
    expect(project.body.status_reason).toMatch(/port/i);
    expect(await clusters.status(ref)).toBe('absent');
    await call('DELETE', `/v1/projects/${ref}`, undefined, owner());
    await expect
      .poll(async () => (await call('GET', `/v1/projects/${ref}`, undefined, owner())).status)
      .toBe(404);
  });

  it('comes back when its cluster is killed', async () => {
    const { pid } = await server.clusters.start(state.ref);
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(
        async () =>
          (
            await call(
              'POST',
              `/v1/projects/${state.ref}/database/query`,
              { query: 'select 1 as one' },
              owner(),
            )
          ).status,
        { timeout: 20_000 },
      )
      .toBe(201);
    expect(await statusOf(state.ref)).toBe('ACTIVE_HEALTHY');
  });

  it('says why its SQL failed, with code, position, detail and hint', async () => {
    const { status, body } = await call(
      'POST',
      `/v1/projects/${state.ref}/database/query`,
      { query: 'select 1;\nselect lengthh(1)' },
      owner(),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'sql_error',
      details: { code: '42883', position: 18, hint: expect.stringContaining('No function') },
    });
    expect(body.message).toMatch(
      /^Failed to run sql query: ERROR: {2}42883: function lengthh\(integer\) does not exist\nLINE 2: select lengthh\(1\)/,
    );
  });

  it('refuses SQL while it is paused and says what to do', async () => {
    await call('POST', `/v1/projects/${state.ref}/pause`, undefined, owner());
    await expect.poll(() => statusOf(state.ref)).toBe('INACTIVE');
    const refused = await call(
      'POST',
      `/v1/projects/${state.ref}/database/query`,
      { query: 'select 1' },
      owner(),
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'The database cannot be reached: it is paused. Restore it first.' },
    });
    await call('POST', `/v1/projects/${state.ref}/restore`, undefined, owner());
    // A query that comes while the project is on its way waits for it.
    expect(
      (await call('POST', `/v1/projects/${state.ref}/database/query`, { query: 'select 1' }, owner())).status,
    ).toBe(201);
  });
});
