import type { ApiClient } from '../basalt/api-client.ts';
import { DATABASE_PASSWORD } from '../basalt/owner.ts';
import { expect, test } from '../basalt/test.ts';

const REF = 'aaaaaaaaaaaaaaaaaaaa';
const create = async (api: ApiClient, changes: Record<string, unknown>) => {
  const organization_slug = await api.organization();
  const input = { name: 'Never made', db_pass: DATABASE_PASSWORD, organization_slug, ...changes };
  return await api.request('POST', '/v1/projects', input);
};

test.describe('creating a project', () => {
  for (const [what, changes, field] of [
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(257) }, 'name'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['no password', { db_pass: undefined }, 'db_pass'],
    ['a short password', { db_pass: 'abc' }, 'db_pass'],
    ['a password that is easy to guess', { db_pass: 'password123' }, 'db_pass'],
    ['an unknown region', { region: 'moon-1' }, 'region'],
    ['an unknown version', { postgres_engine: '9' }, 'postgres_engine'],
    ['an unknown field', { colour: 'grey' }, 'colour'],
    ['no organization', { organization_slug: undefined }, 'organization_slug'],
  ] as const) {
    test(`${what} is refused by name`, async ({ api }) => {
      const { status, body } = await create(api, changes);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'bad_request',
        field,
        message: expect.stringMatching(/\w{3}.*[.!?]$/),
      });
      const { body: projects } = await api.request('GET', '/v1/projects');
      expect(projects.map(({ name }: { name: string }) => name)).not.toContain('Never made');
    });
  }

  test('an organization that does not exist is refused', async ({ api }) => {
    const { status } = await create(api, { organization_slug: 'nobody' });
    expect([400, 403, 404]).toContain(status);
  });
});

test.describe('an unknown project', () => {
  for (const [method, path] of [
    ['GET', `/v1/projects/${REF}`],
    ['PATCH', `/v1/projects/${REF}`],
    ['DELETE', `/v1/projects/${REF}`],
    ['POST', `/v1/projects/${REF}/pause`],
    ['POST', `/v1/projects/${REF}/restore`],
    ['GET', `/v1/projects/${REF}/health?services=db`],
    ['POST', `/v1/projects/${REF}/database/query`],
    ['POST', `/v1/projects/${REF}/database/query/read-only`],
    ['GET', `/v1/projects/${REF}/config/database/pooler`],
    ['GET', `/platform/projects/${REF}`],
    ['GET', `/platform/projects/${REF}/operations`],
    ['POST', `/platform/pg-meta/${REF}/query`],
  ] as const) {
    test(`${method} ${path} is 404`, async ({ api }) => {
      const body = { PATCH: { name: 'x' }, POST: { query: 'select 1' } }[method as string];
      const answer = await api.request(method, path, body);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    });
  }
});

test('an error of the database keeps code, position, detail and hint', async ({ api, project }) => {
  const missing = await api.query(project.ref, 'select lenght(1)');
  expect(missing.status).toBe(400);
  expect(missing.body).toMatchObject({ code: 'sql_error', message: expect.stringContaining('lenght') });
  expect(missing.body.details).toMatchObject({
    code: '42883',
    position: 8,
    hint: expect.stringMatching(/\w/),
  });
  await api.rows(project.ref, 'create table if not exists unique_things (id int primary key)');
  const twice = await api.query(project.ref, 'insert into unique_things values (1), (1)');
  expect(twice.body.details).toMatchObject({ code: '23505', detail: 'Key (id)=(1) already exists.' });
});

test('what is no request of ours is refused in the same form', async ({ api, basalt }) => {
  const broken = await fetch(`${basalt.origin}/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: '{"name": ',
  });
  expect([400, 401]).toContain(broken.status);
  expect(await broken.json()).toMatchObject({ code: expect.stringMatching(/bad_request|unauthorized/) });
  expect((await api.request('GET', '/v1/no-such-thing')).body).toMatchObject({ code: 'not_found' });
  expect((await api.request('PUT', '/v1/projects')).status).toBe(404);
  expect((await api.query('UPPERCASE', 'select 1')).status).toBe(400);
});
