import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { OWNER } from './caller.ts';
import { listOf, useProject } from './project-under-test.ts';

const project = useProject('22612-22621');
const { owner } = project;

describe('API keys', () => {
  it('are there from the beginning; secret ones are shown when that is asked for', async () => {
    const keys = listOf(await owner('GET', '/v1/projects/{ref}/api-keys'));
    expect(keys.map(({ name, type }) => [name, type])).toEqual([
      ['anon', 'legacy'],
      ['service_role', 'legacy'],
      ['default', 'publishable'],
      ['default', 'secret'],
    ]);
    expect(keys[3]?.api_key).toMatch(/^sb_secret_.{6}·+$/);
    const revealed = listOf(await owner('GET', '/v1/projects/{ref}/api-keys?reveal=true'));
    expect(revealed[3]?.api_key).toMatch(/^sb_secret_[\w-]{32}$/);
  });

  it('are made, changed and deleted', async () => {
    const input = { type: 'secret', name: 'ci_key', description: 'Deploys' };
    const made = await owner('POST', '/v1/projects/{ref}/api-keys?reveal=true', input);
    expect(made).toMatchObject({ status: 201, body: { name: 'ci_key', description: 'Deploys' } });
    const url = `/v1/projects/{ref}/api-keys/${made.body.id}`;
    expect((await owner('GET', `${url}?reveal=true`)).body.api_key).toBe(made.body.api_key);
    expect((await owner('PATCH', url, { name: 'ci_key_2', description: null })).body).toMatchObject({
      name: 'ci_key_2',
      description: null,
      hash: made.body.hash,
    });
    expect((await owner('DELETE', `${url}?was_compromised=true&reason=rotation`)).status).toBe(200);
    expect((await owner('GET', url)).status).toBe(404);
    expect((await owner('DELETE', url)).status).toBe(404);
  });

  it.each([
    [{ type: 'secret', name: 'default' }, 409, 'name: There is already a secret key with the name default.'],
    [{ type: 'secret', name: 'A key' }, 400, 'name'],
    [{ type: 'legacy', name: 'anon' }, 400, 'type'],
    [
      { type: 'publishable', name: 'key_1', secret_jwt_template: { role: 'service_role' } },
      400,
      'secret keys',
    ],
    [{ type: 'secret', name: 'key_1', secret_jwt_template: { role: 'postgres' } }, 400, 'service_role'],
  ])('refuse %j', async (input, status, words) => {
    const answer = await owner('POST', '/v1/projects/{ref}/api-keys', input);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)]);
  });

  it('of the legacy kind can be switched off and on', async () => {
    const url = '/v1/projects/{ref}/api-keys/legacy';
    const put = (enabled: boolean) => owner('PUT', `${url}?enabled=${enabled}`);
    expect((await put(false)).body).toEqual({ enabled: false });
    expect((await owner('GET', url)).body).toEqual({ enabled: false });
    const keys = listOf(await owner('GET', '/v1/projects/{ref}/api-keys'));
    expect(keys.filter(({ type }) => type === 'legacy')).toEqual([]);
    expect((await put(true)).body).toEqual({ enabled: true });
  });
});

describe('access keys for storage', () => {
  const url = '/platform/storage/{ref}/credentials';

  it('are made, listed and deleted; the secret is told once', async () => {
    expect((await owner('GET', url)).body).toEqual({ data: [] });
    const made = await owner('POST', url, { description: ' Backups ' });
    expect(made).toMatchObject({ status: 201, body: { data: { description: 'Backups' } } });
    const { secret_key, ...known } = made.body.data as Record<string, string>;
    expect([known.access_key, secret_key]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    const listed = await owner('GET', url);
    expect(listed.body).toEqual({ data: [known] });
    expect((await owner('DELETE', `${url}/${known.id}`)).body).toEqual(known);
    expect((await owner('DELETE', `${url}/${known.id}`)).status).toBe(404);
    expect((await owner('GET', url)).body).toEqual({ data: [] });
  });

  it.each([{}, { description: '  ' }, { description: 'a\u0000b' }, { description: 'a'.repeat(513) }])(
    'refuse %j',
    async (input) => {
      expect(await owner('POST', url, input)).toMatchObject({ status: 400, body: { field: 'description' } });
    },
  );

  it('are at most 50', async () => {
    for (let count = 0; count < 50; count += 1)
      expect((await owner('POST', url, { description: 'one' })).status).toBe(201);
    expect((await owner('POST', url, { description: 'one' })).status).toBe(409);
  });
});

describe('signing keys', () => {
  const url = '/v1/projects/{ref}/config/auth/signing-keys';
  const statuses = async () =>
    ((await owner('GET', url)).body.keys as { status: string; algorithm: string }[]).map(
      ({ algorithm, status }) => `${algorithm} ${status}`,
    );

  it('take over from each other', async () => {
    const legacy = (await owner('GET', `${url}/legacy`)).body;
    expect(legacy).toMatchObject({ algorithm: 'HS256', status: 'in_use', public_jwk: null });
    const made = await owner('POST', url, { algorithm: 'ES256' });
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'standby', public_jwk: { kty: 'EC', kid: made.body.id, alg: 'ES256' } },
    });
    expect((await owner('PATCH', `${url}/${made.body.id}`, { status: 'in_use' })).body.status).toBe('in_use');
    expect(await statuses()).toEqual(['HS256 previously_used', 'ES256 in_use']);

    const refused = await owner('PATCH', `${url}/${legacy.id}`, { status: 'revoked' });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Switch the legacy keys off') },
    });
    expect((await owner('DELETE', `${url}/${made.body.id}`)).status).toBe(409);
    expect((await owner('PATCH', `${url}/${legacy.id}`, { status: 'in_use' })).body.status).toBe('in_use');
    expect(await statuses()).toEqual(['HS256 in_use', 'ES256 previously_used']);
  });

  it('refuse a key that is no key, and one that is there already', async () => {
    const jwk = { kty: 'oct', kid: randomUUID(), k: 'c'.repeat(64) };
    const bad = await owner('POST', url, { algorithm: 'ES256', private_jwk: jwk });
    expect(bad).toMatchObject({ status: 400, body: { field: 'private_jwk' } });
    expect((await owner('POST', url, { algorithm: 'HS256', private_jwk: jwk })).body.id).toBe(jwk.kid);
    expect((await owner('POST', url, { algorithm: 'HS256', private_jwk: jwk })).status).toBe(409);
  });
});

describe('the JWT secret', () => {
  const update = () => owner('GET', '/platform/projects/{ref}/config/secrets/update-status');
  const settings = () => owner('GET', '/platform/projects/{ref}/settings');

  it('is replaced by one of your own while the project goes on', async () => {
    expect((await update()).body).toEqual({ update_status: null });
    const before = (await settings()).body;
    expect(before.app_config).toEqual({
      endpoint: `127.0.0.1:8001/${project.ref}`,
      protocol: 'http',
      db_schema: 'public,graphql_public',
    });
    const change_tracking_id = randomUUID();
    const jwt_secret = 'my own secret of thirty-two characters';
    const begun = await owner('PATCH', '/platform/projects/{ref}/config/secrets', {
      jwt_secret,
      change_tracking_id,
    });
    expect(begun).toMatchObject({
      status: 200,
      body: { update_status: { change_tracking_id, error: null } },
    });
    await expect
      .poll(async () => (await update()).body.update_status, { timeout: 20_000, interval: 20 })
      .toEqual({ change_tracking_id, error: null, progress: 100, status: 'updated' });
    const after = (await settings()).body;
    expect(after.jwt_secret).toBe(jwt_secret);
    expect(after.service_api_keys).not.toEqual(before.service_api_keys);
    expect((await owner('GET', '/v1/projects/{ref}')).body.status).toBe('ACTIVE_HEALTHY');
    const [operation] = listOf(await owner('GET', '/platform/projects/{ref}/operations'));
    expect(operation).toMatchObject({ kind: 'rotate_jwt_secret', state: 'done', started_by: OWNER.email });
  });

  it('must be long enough', async () => {
    const answer = await owner('PATCH', '/platform/projects/{ref}/config/secrets', { jwt_secret: 'short' });
    expect(answer).toMatchObject({ status: 400, body: { field: 'jwt_secret' } });
  });

  it('is changed by nobody while something else is at work, and keeps others waiting', async () => {
    const { db } = project.server.platform.dependencies;
    const { id: project_id } = await db
      .selectFrom('projects')
      .select('id')
      .where('ref', '=', project.ref)
      .executeTakeFirstOrThrow();
    // As if it took long: written down, and nobody at work on it yet.
    const id = randomUUID();
    const operation = { id, project_id, kind: 'rotate_jwt_secret' as const, started_by: null };
    await db.insertInto('operations').values(operation).execute();
    const refusals = [
      await owner('PATCH', '/platform/projects/{ref}/config/secrets', {}),
      await owner('POST', '/platform/projects/{ref}/restart'),
      await owner('DELETE', '/v1/projects/{ref}'),
    ];
    await db.deleteFrom('operations').where('id', '=', id).execute();
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 409,
        body: { message: 'The JWT secret is being changed. Try again when that is done.' },
      });
  });
});

describe('roles', () => {
  /** What each role gets: Owner, Administrator, Developer, Read-only. Changes are sent with bad input. */
  const TABLE: [Parameters<typeof owner>[0], string, object | undefined, number[]][] = [
    ['GET', '/v1/projects/{ref}/api-keys', undefined, [200, 200, 200, 403]],
    ['POST', '/v1/projects/{ref}/api-keys', { type: 'secret', name: 'default' }, [409, 409, 403, 403]],
    ['GET', '/platform/storage/{ref}/credentials', undefined, [200, 200, 200, 403]],
    // There are as many as a project may have.
    ['POST', '/platform/storage/{ref}/credentials', { description: 'x' }, [409, 409, 403, 403]],
    ['DELETE', `/platform/storage/{ref}/credentials/${randomUUID()}`, undefined, [404, 404, 403, 403]],
    ['GET', '/v1/projects/{ref}/config/auth', undefined, [200, 200, 200, 200]],
    ['PATCH', '/v1/projects/{ref}/config/auth', { sms_provider: 'twilio' }, [400, 400, 403, 403]],
    ['GET', '/v1/projects/{ref}/config/storage', undefined, [200, 200, 200, 200]],
    ['GET', '/platform/storage/{ref}/usage', undefined, [200, 200, 200, 200]],
    ['POST', '/platform/storage/{ref}/usage', undefined, [200, 200, 403, 403]],
    [
      'PATCH',
      '/v1/projects/{ref}/config/storage',
      { features: { vectorBuckets: { enabled: true } } },
      [400, 400, 403, 403],
    ],
    ['PATCH', '/v1/projects/{ref}/postgrest', { db_schema: 'nope' }, [400, 400, 403, 403]],
    ['PATCH', '/platform/projects/{ref}/config/secrets', { jwt_secret: 'x' }, [400, 400, 400, 400]],
    ['GET', '/platform/projects/{ref}/tables', undefined, [200, 200, 200, 200]],
  ];

  it.each(TABLE)('decide about %s %s', async (method, url, body, expected) => {
    const statuses: number[] = [];
    for (const role of ROLES) statuses.push((await project.as(role, method, url, body)).status);
    expect(statuses).toEqual(expected);
  });

  it('keep keys and the JWT secret from those who may only read', async () => {
    const settings = async (role: Role) =>
      (await project.as(role, 'GET', '/platform/projects/{ref}/settings')).body;
    expect(await settings('Read-only')).toMatchObject({
      jwt_secret: null,
      service_api_keys: [
        { tags: 'anon', api_key: null },
        { tags: 'service_role', api_key: null },
      ],
    });
    expect((await settings('Developer')).jwt_secret).toEqual(expect.any(String));
    const rest = await project.as('Read-only', 'GET', '/v1/projects/{ref}/postgrest');
    expect(rest.body).not.toHaveProperty('jwt_secret');
  });

  it('may change the JWT secret only when they may change settings', async () => {
    for (const role of ['Developer', 'Read-only'] as const) {
      const answer = await project.as(role, 'PATCH', '/platform/projects/{ref}/config/secrets', {});
      expect(answer.status).toBe(403);
    }
  });
});
