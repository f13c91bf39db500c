import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../../auth-project-for-test.ts';

const cluster = useTestCluster();
const USERS = 1000;
let address: ClusterAddress;
let project: AuthProjectForTest;

// User 1 is the oldest and the one who was here last; every tenth was never here.
const MAKE = `
  insert into auth.users (id, email, phone, created_at, last_sign_in_at, raw_user_meta_data)
  select gen_random_uuid(), 'user' || lpad(n::text, 4, '0') || '@app.test', '4900' || n,
    timestamptz '2026-01-01' + n * interval '1 minute',
    case when n % 10 > 0 then timestamptz '2026-06-01' - n * interval '1 minute' end,
    jsonb_build_object('full_name', 'Person ' || n)
  from generate_series(1, $1) as n`;
const WITH_IDENTITIES = `
  insert into auth.identities (provider_id, user_id, provider, identity_data)
  select id, id, 'email', jsonb_build_object('sub', id, 'email', email) from auth.users`;

beforeAll(async () => {
  address = await cluster.createDatabase();
  project = await authProjectForTest(address);
  await project.sql(MAKE, [USERS]);
  await project.sql(WITH_IDENTITIES);
});

afterAll(() => project.close());

interface Listed {
  id: string;
  email: string;
  identities: { user_id: string }[];
}

async function list(query: string) {
  const { status, headers, body } = await project.manage('GET', `/admin/users${query}`);
  const users: Listed[] = body.users ?? [];
  return { status, headers, body, users, emails: users.map((user) => user.email) };
}

describe('pages', () => {
  test('hold every user once, the newest first', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 8; page += 1) {
      const { emails, headers } = await list(`?page=${page}&per_page=150`);
      expect(headers['x-total-count']).toBe(String(USERS));
      expect(headers.link).toContain('</admin/users?page=7&per_page=150>; rel="last"');
      seen.push(...emails);
    }
    expect(seen).toHaveLength(USERS);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('hold 50 users each when nothing is said, with their identities', async () => {
    const { users, headers, body } = await list('?page=&per_page=');
    expect(users).toHaveLength(50);
    expect(body.aud).toBe('authenticated');
    expect(headers.link).toBe(
      '</admin/users?page=2&per_page=50>; rel="next", </admin/users?page=20&per_page=50>; rel="last"',
    );
    expect(
      users.every(({ id, identities }) => identities.length === 1 && identities[0]?.user_id === id),
    ).toBe(true);
  });

  test.each([
    '?page=0',
    '?page=x',
    '?per_page=-1',
    '?page=99999999999999999999',
    '?sort=password',
    '?sort=email.up',
  ])('%s is refused', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  test('beyond the last there is nobody', async () => {
    expect((await list('?page=1000000000&per_page=1000')).emails).toEqual([]);
  });
});

describe('order', () => {
  test.each([
    ['email.asc', 'user0001@app.test', 'user0002@app.test'],
    ['email', 'user0001@app.test', 'user0002@app.test'],
    ['email.desc', 'user1000@app.test', 'user0999@app.test'],
    ['created_at.asc', 'user0001@app.test', 'user0002@app.test'],
    ['created_at.desc', 'user1000@app.test', 'user0999@app.test'],
    ['last_sign_in_at.desc', 'user0001@app.test', 'user0002@app.test'],
  ])('%s', async (sort, first, second) => {
    expect((await list(`?sort=${sort}&per_page=2`)).emails).toEqual([first, second]);
  });

  test('who was never here comes first or last', async () => {
    const never = /^user\d{3}0@/;
    expect(
      (await list('?sort=last_sign_in_at.asc&per_page=3')).emails.every((email) => never.test(email)),
    ).toBe(true);
    expect(
      (await list('?sort=last_sign_in_at.desc&page=10&per_page=100')).emails.every((email) =>
        never.test(email),
      ),
    ).toBe(true);
  });
});

describe('search', () => {
  test.each([
    ['USER0123', ['user0123@app.test']],
    ['person 999', ['user0999@app.test']],
    ['4900777', ['user0777@app.test']],
    ['00', []],
    ['0777@', ['user0777@app.test']],
    ['%', []],
    ['user000_', []],
    ["' or true --", []],
    ['\\', []],
  ])('%j', async (text, emails) => {
    expect((await list(`?filter=${encodeURIComponent(text)}`)).emails).toEqual(emails);
  });

  test('finds the words that one or two letters begin', async () => {
    const { headers } = await list('?filter=PE');
    expect(headers['x-total-count']).toBe(String(USERS));
    expect((await list('?filter=er')).emails).toEqual([]);
  });

  test('finds an id by its beginning, and counts and links what was found', async () => {
    const [user] = (await list('?per_page=1')).users;
    expect((await list(`?filter=${user?.id.slice(0, 18)}`)).users).toEqual([user]);
    const { headers } = await list('?filter=user00&per_page=10&sort=email');
    expect(headers['x-total-count']).toBe('99');
    expect(headers.link).toContain('</admin/users?page=2&per_page=10&filter=user00&sort=email>; rel="next"');
  });

  test('of very many is not counted, and its pages are in order', async () => {
    await project.sql(`
      insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'crowd' || n || '@app.test', timestamptz '2025-01-01' - n * interval '1 minute'
      from generate_series(1, 10001) as n`);
    await project.sql('analyze auth.users');
    const { emails, headers } = await list('?filter=crowd&page=3&per_page=2');
    expect(emails).toEqual(['crowd5@app.test', 'crowd6@app.test']);
    expect(headers['x-total-count-is']).toBe('estimate');
    expect(Number(headers['x-total-count'])).toBeGreaterThan(10_000);
    await project.sql(`delete from auth.users where email like 'crowd%'`);
    expect((await list('?filter=user')).headers['x-total-count-is']).toBeUndefined();
  });

  test('that the database gives up says what to do', async () => {
    await withClient(address, async (client) => {
      await client.query('begin; lock table auth.users in access exclusive mode');
      const answer = list('?filter=anybody');
      const cancel = () =>
        project.sql(`
          select pg_cancel_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`);
      await expect.poll(cancel).toHaveLength(1);
      expect(await answer).toMatchObject({
        status: 504,
        body: { message: 'The search took too long. Look for a longer part of the address, number or name.' },
      });
    });
  });
});
