import { ROLES } from '@basalt/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { listOf, useProject } from './project-under-test.ts';

const project = useProject('22632-22641');
const { owner } = project;
const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const USER = {
  id: ID,
  email: 'ann@example.com',
  phone: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
};

/** Stands in for the project's auth service: what it was asked, and what it answers. */
const service = {
  asked: [] as unknown[],
  answer: (): Response => new Response(null, { status: 204 }),
};
const answers = (body: unknown, headers: Record<string, string> = {}) => {
  service.answer = () => Response.json(body, { headers });
};

beforeEach(() => {
  service.asked = [];
  project.server.platform.dependencies.callProject = async (ref, path, init) => {
    expect(ref).toBe(project.ref);
    service.asked.push([init?.method, path, ...(init?.body ? [JSON.parse(String(init.body))] : [])]);
    return service.answer();
  };
});

describe('users of a project', () => {
  it('are listed in pages, searched and sorted', async () => {
    answers({ users: [USER], aud: 'authenticated' }, { 'x-total-count': '51' });
    const { body } = await owner(
      'GET',
      '/platform/auth/{ref}/users?search=%20an%26n&page=2&sort=email&order=asc',
    );
    expect(body).toEqual({ users: [USER], total: 51, is_estimate: false });
    expect(service.asked).toEqual([
      ['GET', '/auth/v1/admin/users?page=2&per_page=50&sort=email.asc&filter=an%26n'],
    ]);
  });

  it('are listed too when somebody has written them with SQL, without times', async () => {
    const { created_at: _, updated_at: __, ...bare } = USER as Record<string, unknown>;
    answers({ users: [bare], aud: 'authenticated' }, { 'x-total-count': '1' });
    const { body } = await owner('GET', '/platform/auth/{ref}/users');
    expect(body).toEqual({ users: [bare], total: 1, is_estimate: false });
  });

  it.each([
    [
      'PATCH',
      `/users/${ID}`,
      { ban_duration: '24h' },
      ['PUT', `/auth/v1/admin/users/${ID}`, { ban_duration: '24h' }],
    ],
    ['GET', `/users/${ID}`, undefined, ['GET', `/auth/v1/admin/users/${ID}`]],
    [
      'POST',
      '/users',
      { email: 'a@b.co', password: 'x' },
      ['POST', '/auth/v1/admin/users', { email: 'a@b.co', password: 'x' }],
    ],
    [
      'POST',
      '/invite',
      { email: 'New@Example.com' },
      ['POST', '/auth/v1/invite', { email: 'new@example.com' }],
    ],
  ] as const)('%s %s', async (method, url, body, asked) => {
    answers(USER);
    const answer = await owner(method, `/platform/auth/{ref}${url}`, body);
    expect(answer).toMatchObject({ status: url === '/users' ? 201 : 200, body: USER });
    expect(service.asked).toEqual([asked]);
  });

  it.each([
    ['POST', '/recover', { email: 'a@b.co' }, ['POST', '/auth/v1/recover', { email: 'a@b.co' }]],
    ['POST', '/magiclink', { email: 'a@b.co' }, ['POST', '/auth/v1/magiclink', { email: 'a@b.co' }]],
    ['DELETE', `/users/${ID}`, undefined, ['DELETE', `/auth/v1/admin/users/${ID}`, {}]],
    ['DELETE', `/users/${ID}/sessions`, undefined, ['DELETE', `/auth/v1/admin/users/${ID}/sessions`]],
    [
      'DELETE',
      `/users/${ID}/sessions/${OTHER}`,
      undefined,
      ['DELETE', `/auth/v1/admin/users/${ID}/sessions/${OTHER}`],
    ],
    [
      'DELETE',
      `/users/${ID}/factors/${OTHER}`,
      undefined,
      ['DELETE', `/auth/v1/admin/users/${ID}/factors/${OTHER}`],
    ],
    ['DELETE', '/mailbox/7', undefined, ['DELETE', '/auth/v1/admin/mailbox/7']],
    ['DELETE', '/mailbox', undefined, ['DELETE', '/auth/v1/admin/mailbox']],
  ] as const)('%s %s answers nothing', async (method, url, body, asked) => {
    service.answer = () => new Response(null, { status: 204 });
    expect(await owner(method, `/platform/auth/{ref}${url}`, body)).toMatchObject({ status: 200, body: {} });
    expect(service.asked).toEqual([asked]);
  });

  it('have sessions, of which not everything is known', async () => {
    answers({
      sessions: [{ id: OTHER, user_id: ID, aal: 'aal1', ip: null, created_at: '2026-01-01T00:00:00Z' }],
    });
    expect(listOf(await owner('GET', `/platform/auth/{ref}/users/${ID}/sessions`))).toEqual([
      {
        id: OTHER,
        aal: 'aal1',
        ip: null,
        user_agent: null,
        refreshed_at: null,
        not_after: null,
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      },
    ]);
  });

  it('are refused in the words of the auth service', async () => {
    const refused = { code: 'email_exists', message: 'A user with this address exists already' };
    service.answer = () => Response.json(refused, { status: 422 });
    expect(await owner('POST', '/platform/auth/{ref}/users', { email: 'a@b.co' })).toMatchObject({
      status: 409,
      body: { message: `${refused.message}.`, details: { auth_code: 'email_exists' } },
    });
  });

  it.each([
    [`/users/${ID}`, { ban_duration: 'for ever' }, 'ban_duration'],
    [`/users/${ID}`, { email: 'nobody' }, 'email'],
    ['/users/..%2f..%2fother', { ban_duration: 'none' }, 'id'],
  ])('are not asked for with bad input: %s %j', async (url, body, field) => {
    expect(await owner('PATCH', `/platform/auth/{ref}${url}`, body)).toMatchObject({
      status: 400,
      body: { field },
    });
    expect(service.asked).toEqual([]);
  });
});

describe('roles', () => {
  /** Who is let through to the auth service: Owner, Administrator, Developer, Read-only. */
  it.each([
    ['GET', `/users/${ID}/factors`, [200, 200, 200, 200]],
    ['DELETE', `/users/${ID}`, [200, 200, 403, 403]],
    ['GET', '/mailbox', [200, 200, 200, 403]],
    ['DELETE', '/mailbox', [200, 200, 200, 403]],
  ] as const)('decide about %s %s', async (method, url, expected) => {
    answers(url === '/mailbox' ? { messages: [] } : []);
    const statuses: number[] = [];
    for (const role of ROLES)
      statuses.push((await project.as(role, method, `/platform/auth/{ref}${url}`)).status);
    expect(statuses).toEqual(expected);
  });
});
