import { useTestCluster } from '@basalt/clusters/testing';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

const signIn = (email: string, password: string) =>
  project.call('POST', '/token?grant_type=password', { email, password });

describe('users that somebody inserted with SQL', () => {
  test.each([
    [
      'bcrypt 2a',
      async () => (await bcrypt('imported pw', 4)).replace('$2y$', '$2a$').replace('$2b$', '$2a$'),
    ],
    ['bcrypt 2b', async () => (await bcrypt('imported pw', 4)).replace('$2y$', '$2b$')],
    ['bcrypt 2y', async () => (await bcrypt('imported pw', 4)).replace('$2b$', '$2y$')],
    ['argon2id', () => argon2('imported pw', { memoryCost: 1024, timeCost: 1 })],
    ['argon2i', () => argon2('imported pw', { memoryCost: 1024, timeCost: 1, algorithm: 1 })],
  ])('sign in with their %s hash', async (_name, makeHash) => {
    await project.sql(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
       values ('11111111-1111-4111-8111-111111111111', 'Old@Example.com', $1, now())`,
      [await makeHash()],
    );
    const { status, body } = await signIn('old@example.COM', 'imported pw');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      identities: [],
      app_metadata: {},
    });
    expect((await signIn('old@example.com', 'imported pW')).body.code).toBe('invalid_credentials');
    const mine = await project.call('GET', '/user', undefined, { token: body.access_token });
    expect(mine.body.email).toBe('Old@Example.com');
  });

  test('may have empty tokens and the instance of other software', async () => {
    await project.sql(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
         recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seed@example.com',
         extensions.crypt('password123', extensions.gen_salt('bf')), now(), '', '', '', '', '{"provider":"email"}', '{}', now(), now())`,
    );
    expect((await signIn('seed@example.com', 'password123')).status).toBe(200);
  });

  test('do not sign in with an empty or unreadable hash, or one that costs hours', async () => {
    const tooDear = (await bcrypt('pw', 4)).replace('$04$', '$31$');
    for (const [index, hash] of ['', 'plain', '$2a$10$short', tooDear, '$argon2id$nonsense'].entries()) {
      await project.sql(
        'insert into auth.users (id, email, encrypted_password, email_confirmed_at) values (gen_random_uuid(), $1, $2, now())',
        [`u${index}@example.com`, hash],
      );
      for (const password of ['', 'pw', 'plain'])
        expect((await signIn(`u${index}@example.com`, password)).body.code).toBe('invalid_credentials');
    }
  });

  test('of single sign-on are not found by their address', async () => {
    await project.sql(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, is_sso_user)
       values (gen_random_uuid(), 'sso@example.com', $1, now(), true)`,
      [await bcrypt('imported pw', 4)],
    );
    expect((await signIn('sso@example.com', 'imported pw')).body.code).toBe('invalid_credentials');
  });
});

describe('a password sign-in', () => {
  beforeEach(async () => {
    project.settings.mailer_autoconfirm = true;
    await project.call('POST', '/signup', { email: 'anna@example.com', password: 'correct horse' });
  });

  test('says the same for a wrong password and an unknown address', async () => {
    const wrong = await signIn('anna@example.com', 'wrong password');
    const unknown = await signIn('nobody@example.com', 'wrong password');
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('tells somebody that they are banned only if they know the password', async () => {
    await project.sql(`update auth.users set banned_until = 'infinity'`);
    expect((await signIn('anna@example.com', 'wrong password')).body.code).toBe('invalid_credentials');
    expect((await signIn('anna@example.com', 'correct horse')).body.code).toBe('user_banned');
    await project.sql(`update auth.users set banned_until = '2030-01-01'`);
    expect((await signIn('anna@example.com', 'correct horse')).status).toBe(200);
  });

  test('warns when the password no longer fits the rules', async () => {
    project.settings.password_min_length = 20;
    const { status, body } = await signIn('anna@example.com', 'correct horse');
    expect({ status, weak: body.weak_password }).toEqual({
      status: 200,
      weak: { reasons: ['length'], message: 'Password should be at least 20 characters.' },
    });
  });

  test.each([
    ['with mail sign-ins off', { email: 'anna@example.com', password: 'x' }, 'email_provider_disabled'],
    ['with phone sign-ins off', { phone: '+4915112345', password: 'x' }, 'phone_provider_disabled'],
    ['without an address', { password: 'x' }, 'validation_failed'],
    ['with NUL in the password', { email: 'anna@example.com', password: 'a\u0000' }, 'bad_json'],
  ])('is refused %s', async (_name, body, code) => {
    Object.assign(project.settings, { external_email_enabled: false, external_phone_enabled: false });
    const answer = await project.call('POST', '/token?grant_type=password', body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
  });

  test('is refused when the client asks too often', async () => {
    project.settings.rate_limit_token_refresh = 0;
    const answer = await signIn('anna@example.com', 'correct horse');
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
  });
});

test.each([
  ['/token', 'validation_failed', {}],
  ['/token?grant_type=nothing', 'validation_failed', {}],
  ['/token?grant_type=constructor', 'validation_failed', {}],
  ['/token?grant_type=web3', 'web3_unsupported_chain', { chain: 'bitcoin' }],
  ['/token?grant_type=web3', 'web3_provider_disabled', { chain: 'solana' }],
])('%s answers %s', async (url, code, body) => {
  expect((await project.call('POST', url, body)).body.code).toBe(code);
});

test('answers 503 while the database is away, and works again afterwards', async () => {
  const { database } = project.project;
  project.become({ database: { ...database, port: database.port + 1 } });
  expect(await signIn('anna@example.com', 'x')).toMatchObject({
    status: 503,
    body: { code: 'unexpected_failure' },
  });
  project.become({ database: { ...database } });
  expect((await signIn('anna@example.com', 'x')).body.code).toBe('invalid_credentials');
});

test('works again when every connection was ended', async () => {
  await signIn('anna@example.com', 'x');
  await project.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_auth_admin' and datname = current_database()`,
  );
  expect((await project.call('POST', '/signup', {})).status).toBe(200);
});
