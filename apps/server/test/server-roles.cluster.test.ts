import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@basalt/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf, HOST, OWNER, PASSWORD } from './caller.ts';
import { useServer } from './server-under-test.ts';

const server = useServer('22442-22461');
const call = callerOf(server);
const state = { slug: '', ref: '', cookies: {} as Record<Role, string> };

beforeAll(async () => {
  await server.platform.bootstrap({ ...OWNER, organizationName: 'Stone works', plan: 'pro' }, null);
  state.cookies.Owner = (await call('POST', '/platform/sign-in', OWNER)).cookie ?? '';
  const { body } = await call('GET', '/platform/organizations', undefined, { cookie: state.cookies.Owner });
  state.slug = String((body as unknown as { slug: string }[])[0]?.slug);
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
      'see stored settings',
      () => ['GET', `/platform/projects/${state.ref}/database/stored-settings`],
      [200, 200, 200, 403],
    ],
    [
      'take back stored settings',
      () => [
        'POST',
        `/platform/projects/${state.ref}/database/stored-settings/reset`,
        { settings: [{ role: 'postgres', database: null, name: 'not stored' }] },
      ],
      [404, 404, 404, 403],
    ],
    [
      'see the secrets of the vault',
      () => ['GET', `/platform/projects/${state.ref}/vault/secrets`],
      [200, 200, 200, 403],
    ],
    [
      'read a secret of the vault',
      () => ['POST', `/platform/projects/${state.ref}/vault/secrets/${randomUUID()}/reveal`],
      [404, 404, 404, 403],
    ],
    [
      'erase a secret of the vault',
      () => ['DELETE', `/platform/projects/${state.ref}/vault/secrets/${randomUUID()}`],
      [404, 404, 404, 403],
    ],
    [
      'leave with a word about the project',
      () => ['POST', '/platform/feedback/downgrade', { projectRef: state.ref }],
      [200, 200, 403, 403],
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
