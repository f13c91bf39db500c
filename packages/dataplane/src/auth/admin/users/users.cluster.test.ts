import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { hashSync as argon2Hash } from '@node-rs/argon2';
import { hashSync as bcryptHash } from '@node-rs/bcrypt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../../auth-project-for-test.ts';
import { passwordHasher } from '../../passwords/password-hasher.ts';

const cluster = useTestCluster();
const NOBODY = '11111111-2222-4333-8444-555555555555';
let project: AuthProjectForTest;

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});

afterEach(() => project.close());

const create = (body: unknown) => project.manage('POST', '/admin/users', body);
const update = (id: string, body: unknown) => project.manage('PUT', `/admin/users/${id}`, body);
const row = async (id: string) =>
  (await project.sql('select * from auth.users where id = $1', [id]))[0] as
    | Record<string, string>
    | undefined;
const tokenOf = (role: string) => project.sign({ role });

describe('who may', () => {
  test.each([
    ['a token that nobody signed', async () => ({ token: 'x' }), 403, 'bad_jwt'],
    ['a signed-in user', async () => ({ token: await tokenOf('authenticated') }), 403, 'not_admin'],
    ['a token without a role', async () => ({ token: await tokenOf('') }), 403, 'not_admin'],
    ['nobody', async () => ({ key: 'none' as const }), 401, 'no_authorization'],
    ['the anon key', async () => ({ key: 'anon' as const }), 401, 'no_authorization'],
  ])('%s does not get in', async (_name, caller, status, code) => {
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['DELETE', `/admin/users/${NOBODY}`],
      ['GET', '/admin/mailbox'],
      ['GET', '/admin/audit'],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const) {
      const answer = await project.call(method, path, method === 'GET' ? undefined : {}, await caller());
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    }
  });
});

test('a token of the role that administrates does', async () => {
  const answer = await project.call('GET', '/admin/users', undefined, {
    token: await tokenOf('supabase_admin'),
  });
  expect(answer.status).toBe(200);
});

describe('creating', () => {
  test('a confirmed user with all fields', async () => {
    const id = randomUUID();
    const { status, body } = await create({
      id,
      email: 'Ann@App.test',
      phone: '+49 123456',
      password: 'sunflower',
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { name: 'Ann' },
      app_metadata: { plan: 'gold' },
      role: 'editor',
      ban_duration: '24h',
      nonce: 'x',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      aud: 'authenticated',
      role: 'editor',
      email: 'ann@app.test',
      phone: '49123456',
      user_metadata: { name: 'Ann' },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
      is_anonymous: false,
    });
    expect(body.email_confirmed_at && body.phone_confirmed_at && body.confirmed_at).toBeTruthy();
    expect(Date.parse(body.banned_until) - project.now().getTime()).toBeGreaterThan(23 * 3_600_000);
    expect(body.identities.map((one: { provider: string }) => one.provider).sort()).toEqual([
      'email',
      'phone',
    ]);
    expect(JSON.stringify(body)).not.toContain('$2');
    expect(await passwordHasher(4).verify((await row(id))?.encrypted_password ?? null, 'sunflower')).toBe(
      true,
    );
  });

  test('an unconfirmed one without a password has none', async () => {
    const { body } = await create({ email: 'ann@app.test' });
    expect(body.email_confirmed_at).toBeUndefined();
    expect((await row(body.id))?.encrypted_password).toBe('');
  });

  test.each([
    ['bcrypt 2a', bcryptHash('old-password', 5).replace('$2b$', '$2a$')],
    ['bcrypt 2y', bcryptHash('old-password', 4).replace('$2b$', '$2y$')],
    ['argon2id', argon2Hash('old-password', { memoryCost: 1024, timeCost: 2, parallelism: 1 })],
  ])('a user who brings the %s hash of their password signs in with it', async (_kind, password_hash) => {
    const { status, body } = await create({ email: 'ann@app.test', password_hash, email_confirm: true });
    expect(status).toBe(200);
    const stored = (await row(body.id))?.encrypted_password ?? null;
    expect(stored).toBe(password_hash);
    expect(await passwordHasher(4).verify(stored, 'old-password')).toBe(true);
    expect(await passwordHasher(4).verify(stored, 'another')).toBe(false);
    const credentials = { email: 'ann@app.test', password: 'old-password' };
    const session = await project.call('POST', '/token?grant_type=password', credentials);
    expect(session.body).toMatchObject({ token_type: 'bearer', user: { id: body.id } });
  });

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'x' }, 400, 'validation_failed'],
    [{ email: 'a@b.test\r\nBcc: c@d.test' }, 400, 'validation_failed'],
    [{ phone: 'abc' }, 400, 'validation_failed'],
    [{ email: 5 }, 400, 'validation_failed'],
    [{ email: 'a@b.test', email_confirm: 'yes' }, 400, 'validation_failed'],
    [{ email: 'a@b.test', user_metadata: [] }, 400, 'validation_failed'],
    [{ email: 'a@b.test', id: 'x' }, 400, 'validation_failed'],
    [{ email: 'a@b.test', id: '00000000-0000-0000-0000-000000000000' }, 400, 'validation_failed'],
    [{ email: 'a@b.test', ban_duration: '1 day' }, 400, 'validation_failed'],
    [{ email: 'a@b.test', ban_duration: '2562047h' }, 200, undefined],
    [{ email: 'a@b.test', password: '12345' }, 422, 'weak_password'],
    [{ email: 'a@b.test', password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [{ email: 'a@b.test', password_hash: 'md5' }, 400, 'validation_failed'],
    [{ email: 'a@b.test', password_hash: `$2b$31$${'a'.repeat(53)}` }, 400, 'validation_failed'],
    [
      { email: 'a@b.test', password: 'sunflower', password_hash: bcryptHash('x', 4) },
      400,
      'validation_failed',
    ],
    [{ email: 'a@b.test', user_metadata: { x: '\u0000' } }, 400, 'bad_json'],
    ['{', 400, 'bad_json'],
    ['[]', 400, 'bad_json'],
  ])('%j answers %i %s', async (body, status, code) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('addresses, numbers and ids are taken once', async () => {
    const id = randomUUID();
    await create({ id, email: 'ann@app.test', phone: '49123' });
    const again = async (body: unknown) => {
      const answer = await create(body);
      return [answer.status, answer.body.code];
    };
    expect(await again({ email: 'ANN@app.test' })).toEqual([422, 'email_exists']);
    expect(await again({ email: 'b@app.test', phone: '+49123' })).toEqual([422, 'phone_exists']);
    expect(await again({ email: 'c@app.test', id })).toEqual([422, 'conflict']);
    const both = await Promise.all([again({ email: 'd@app.test' }), again({ email: 'd@app.test' })]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 422]);
    expect(both.map(([, code]) => code)).toContain('email_exists');
  });
});

describe('reading', () => {
  test('one user, or nobody', async () => {
    const { body } = await create({ email: 'ann@app.test' });
    expect((await project.manage('GET', `/admin/users/${body.id.toUpperCase()}`)).body).toEqual(body);
    const nobody = await project.manage('GET', `/admin/users/${NOBODY}`);
    expect([nobody.status, nobody.body.code]).toEqual([404, 'user_not_found']);
    for (const id of ['x', `${NOBODY}0`, '%27', 'null']) {
      const answer = await project.manage('GET', `/admin/users/${id}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'validation_failed']);
    }
  });
});

describe('changing', () => {
  test('touches what was said and nothing else', async () => {
    const { body: before } = await create({
      email: 'ann@app.test',
      user_metadata: { name: 'Ann', city: 'Ghent' },
      app_metadata: { plan: 'gold' },
    });
    const { status, body } = await update(before.id, {
      user_metadata: { city: null, zip: '9000' },
      app_metadata: { plan: 'iron' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'ann@app.test',
      user_metadata: { name: 'Ann', zip: '9000' },
      app_metadata: { plan: 'iron', provider: 'email', providers: ['email'] },
    });
    expect(body.user_metadata).not.toHaveProperty('city');
    expect(body.email_confirmed_at).toBeUndefined();
  });

  test('an address goes into the identity too, and a phone adds one', async () => {
    const { body: before } = await create({ email: 'ann@app.test' });
    const { body } = await update(before.id, { email: 'new@app.test', email_confirm: true, phone: '49777' });
    expect(body.email).toBe('new@app.test');
    expect(body.email_confirmed_at).toBeTruthy();
    expect(body.app_metadata.providers).toEqual(['email', 'phone']);
    const data = body.identities.map((one: { identity_data: unknown }) => one.identity_data);
    expect(data).toContainEqual(expect.objectContaining({ email: 'new@app.test', email_verified: true }));
    expect(data).toContainEqual(expect.objectContaining({ phone: '49777', phone_verified: false }));
  });

  test('a new password takes the place of the old one and ends all sessions', async () => {
    const { body } = await create({ email: 'ann@app.test', password: 'sunflower', email_confirm: true });
    await project.sql('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [body.id]);
    expect((await update(body.id, { password: 'new-password' })).status).toBe(200);
    expect(
      await passwordHasher(4).verify((await row(body.id))?.encrypted_password ?? null, 'new-password'),
    ).toBe(true);
    expect(await project.sql('select 1 from auth.sessions')).toHaveLength(0);
  });

  test('a ban is set and lifted', async () => {
    const { body } = await create({ email: 'ann@app.test' });
    const banned = await update(body.id, { ban_duration: '1h30m' });
    expect(Date.parse(banned.body.banned_until)).toBeGreaterThan(project.now().getTime());
    const free = await update(body.id, { ban_duration: 'none' });
    expect(free.body.banned_until).toBeUndefined();
  });

  test('a user that was inserted by SQL can be changed', async () => {
    await project.sql(`insert into auth.users (id, email) values ($1, 'SQL@app.test')`, [NOBODY]);
    const { status, body } = await update(NOBODY, { user_metadata: { a: 1 }, email_confirm: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'SQL@app.test', user_metadata: { a: 1, email_verified: true } });
    expect(body.identities).toHaveLength(1);
  });

  test('what is wrong is refused as in creating', async () => {
    await create({ email: 'other@app.test', phone: '4911' });
    const { body } = await create({ email: 'ann@app.test' });
    const refused = async (change: unknown, id = body.id) => {
      const answer = await update(id, change);
      return [answer.status, answer.body.code];
    };
    expect(await refused({ email: 'other@app.test' })).toEqual([422, 'email_exists']);
    expect(await refused({ phone: '4911' })).toEqual([422, 'phone_exists']);
    expect(await refused({ password: '1' })).toEqual([422, 'weak_password']);
    expect(await refused({ ban_duration: 'soon' })).toEqual([400, 'validation_failed']);
    expect(await refused({ email: 'ann@app.test' })).toEqual([200, undefined]);
    expect(await refused({}, NOBODY)).toEqual([404, 'user_not_found']);
  });
});

describe('deleting', () => {
  test('removes the user and all that hangs on them', async () => {
    const { body } = await create({ email: 'ann@app.test' });
    const answer = await project.manage('DELETE', `/admin/users/${body.id}`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await row(body.id)).toBeUndefined();
    expect(await project.sql('select 1 from auth.identities')).toHaveLength(0);
    expect((await project.manage('DELETE', `/admin/users/${body.id}`)).body.code).toBe('user_not_found');
  });

  test('softly keeps the row and nothing that says who it was', async () => {
    const { body } = await create({
      email: 'ann@app.test',
      phone: '4912345',
      user_metadata: { name: 'Ann' },
    });
    await project.manage('DELETE', `/admin/users/${body.id}`, { should_soft_delete: true });
    const kept = (await project.manage('GET', `/admin/users/${body.id}`)).body;
    expect(kept.deleted_at).toBeTruthy();
    const everything = await project.sql(
      `select to_json(u)::text as text from auth.users u union all select to_json(i)::text from auth.identities i`,
    );
    expect(JSON.stringify(everything)).not.toMatch(/ann@app|4912345|"Ann"/);
    expect(
      (await project.manage('DELETE', `/admin/users/${body.id}`, { should_soft_delete: true })).status,
    ).toBe(200);
    expect((await create({ email: 'ann@app.test', phone: '4912345' })).status).toBe(200);
  });

  test('says which table still refers to the user', async () => {
    const { body } = await create({ email: 'ann@app.test' });
    await project.sql('create table public.notes (author uuid references auth.users (id))');
    await project.sql('insert into public.notes values ($1)', [body.id]);
    const answer = await project.manage('DELETE', `/admin/users/${body.id}`);
    expect([answer.status, answer.body.code]).toEqual([422, 'conflict']);
    expect(answer.body.message).toContain('public.notes');
    expect(await row(body.id)).toBeTruthy();
  });
});

test('what an administrator did stands in the log, without secrets', async () => {
  const { body } = await create({ email: 'ann@app.test', password: 'sunflower' });
  project.pass(1);
  await update(body.id, { password: 'new-password' });
  project.pass(1);
  await project.manage('DELETE', `/admin/users/${body.id}`);
  const { body: entries, headers } = await project.manage('GET', '/admin/audit?per_page=2');
  expect(entries.map((entry: { payload: { action: string } }) => entry.payload.action)).toEqual([
    'user_deleted',
    'user_modified',
  ]);
  expect(headers['x-total-count']).toBe('3');
  expect(headers.link).toContain('</admin/audit?page=2&per_page=2>; rel="next"');
  expect(JSON.stringify(entries)).not.toMatch(/sunflower|new-password|\$2/);
});
