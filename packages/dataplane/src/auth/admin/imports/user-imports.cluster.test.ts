import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

/** All of "quarry stone". */
const HASHES = {
  bcrypt: '$2y$04$n98z4acKe9ykv89xgftvLOiDVfLhJ/wVcsGkuhxGZL6v068gmrSFi',
  argon2: '$argon2id$v=19$m=1024,t=2,p=1$Kat50Pnlc4CTZ6Xvbl4foQ$OaZ0Yw0bJHdPNl1uwKlHYlPCuxVe+8SnizIOi96NQGc',
  scrypt: '$scrypt$ln=12,r=8,p=1$YSBzYWx0IG9mIHN0b25lcw$ElM1hjywFycxVPu13/xgVzxc0aoycY8e0eaF4kmMPPg',
};
const stage = (id: string, users: object[], from = 1) =>
  project.manage('POST', `/admin/user_imports/${id}/rows`, {
    rows: users.map((user, place) => ({ line: from + place, user })),
  });
const finish = async (id: string, all_or_nothing = true) =>
  (await project.manage('POST', `/admin/user_imports/${id}/finish`, { all_or_nothing })).body;
const signIn = (email: string) =>
  project.call('POST', '/token?grant_type=password', { email, password: 'quarry stone' });
const count = async () => (await project.sql('select count(*)::int as users from auth.users'))[0]?.users;

it('makes users of rows, who sign in with the passwords that they had', async () => {
  const id = randomUUID();
  const rows = Object.entries(HASHES).map(([kind, password_hash]) => ({
    email: `${kind}@Example.com`,
    email_confirm: true,
    password_hash,
    user_metadata: { kind },
    created_at: '2020-02-03T04:05:06Z',
  }));
  expect((await stage(id, rows)).body).toEqual({ refused: [] });
  expect(await count()).toBe(0);
  expect(await finish(id)).toEqual({ imported: 3, refused: [], refused_count: 0 });
  for (const kind of Object.keys(HASHES)) {
    const { status, body } = await signIn(`${kind}@example.com`);
    expect([kind, status]).toEqual([kind, 200]);
    expect(body.user).toMatchObject({
      created_at: '2020-02-03T04:05:06Z',
      user_metadata: { kind },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    });
  }
  expect(await project.sql('select 1 from basalt.user_import_rows')).toEqual([]);
});

it('tells the rows that are wrong, and imports nothing or the others', async () => {
  await project.manage('POST', '/admin/users', { email: 'ada@example.com', password: 'quarry stone' });
  const rows = [
    { email: 'one@example.com' },
    { email: 'nobody' },
    {},
    { email: 'two@example.com', password: 'plain' },
    { email: 'three@example.com', password_hash: 'md5:123' },
    { email: 'Ada@example.com' },
    { email: 'ONE@example.com' },
    { email: 'four@example.com', created_at: 'yesterday' },
    { email: 'five@example.com', user_metadata: 'x' },
    { phone: '+49 170 1234567' },
    { phone: '491701234567' },
  ];
  const [strict, loose] = [randomUUID(), randomUUID()];
  const staged = (await stage(strict, rows)).body.refused;
  expect(staged.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 8, 9]);
  const refused = await finish(strict);
  expect(refused).toMatchObject({ imported: 0, refused_count: 3 });
  expect(refused.refused).toEqual([
    { line: 6, problem: 'A user with this email address has already been registered' },
    { line: 7, problem: 'An earlier row has this email address' },
    { line: 11, problem: 'An earlier row has this phone number' },
  ]);
  expect(await count()).toBe(1);
  await stage(loose, rows);
  expect(await finish(loose, false)).toMatchObject({ imported: 2, refused_count: 3 });
  expect(await count()).toBe(3);
});

it('takes rows that come twice once, and forgets an import that is given up', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await Promise.all([stage(one, [{ email: 'a@example.com' }]), stage(one, [{ email: 'a@example.com' }])]);
  await stage(other, [{ email: 'b@example.com' }]);
  expect((await project.manage('DELETE', `/admin/user_imports/${other}`)).status).toBe(204);
  expect(await finish(other)).toMatchObject({ imported: 0 });
  const both = await Promise.all([finish(one), finish(one)]);
  expect(both.map(({ imported }) => imported).toSorted()).toEqual([0, 1]);
});

it('is for the service key, and for rows that are rows', async () => {
  const id = randomUUID();
  expect((await project.call('POST', `/admin/user_imports/${id}/rows`, { rows: [] })).status).toBe(401);
  for (const rows of [null, {}, [7], [{ line: 'x', user: {} }], Array(2_001).fill({ line: 1, user: {} })])
    expect((await project.manage('POST', `/admin/user_imports/${id}/rows`, { rows })).body.code).toBe(
      'validation_failed',
    );
  expect((await project.manage('POST', '/admin/user_imports/1/finish', {})).body.code).toBe(
    'validation_failed',
  );
});

test('what is exported can be imported elsewhere', async () => {
  await project.manage('POST', '/admin/users', {
    email: 'ada@example.com',
    password: 'quarry stone',
    email_confirm: true,
    user_metadata: { name: 'Ada' },
  });
  await project.manage('POST', '/admin/users', { phone: '491701234567', app_metadata: { team: 'a' } });
  const bare = (await project.manage('GET', '/admin/user_exports')).body;
  expect(JSON.stringify(bare)).not.toContain('$2b$');
  const first = (await project.manage('GET', '/admin/user_exports?hashes=true&per_page=1')).body;
  const rest = (await project.manage('GET', `/admin/user_exports?hashes=true&after=${first.next}`)).body;
  expect([first.users.length, rest.users.length, rest.next]).toEqual([1, 1, null]);
  await project.sql('truncate auth.users cascade');
  const id = randomUUID();
  expect((await stage(id, [...first.users, ...rest.users])).body.refused).toEqual([]);
  expect(await finish(id)).toMatchObject({ imported: 2 });
  expect((await signIn('ada@example.com')).status).toBe(200);
  const again = (await project.manage('GET', '/admin/user_exports')).body.users;
  const lasting = ({ last_sign_in_at: _, ...user }: Record<string, unknown>) => user;
  expect(again.map(lasting)).toEqual(bare.users.map(lasting));
});
