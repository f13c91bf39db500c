import { createHmac } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import type { AuthHook } from '@basalt/project';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { ANNA, type Anna, signUpAnna } from '../user/anna-for-test.ts';
import { type HookRequest, type HookServer, json, startHookServer } from './hook-server-for-test.ts';

const KEY = Buffer.from('a key of a hook that has thirty-two bytes or more');
const SECRET = `v1,whsec_${KEY.toString('base64')}`;
/** Time limits pass fifty times as fast. */
const HURRIED = createOutgoing({
  allowed: readAllowed('127.0.0.0/8'),
  clock: { wait: (ms, signal) => REAL_CLOCK.wait(ms / 50, signal), hold: async () => {} },
});

const cluster = useTestCluster();
let project: AuthProjectForTest;
let server: HookServer;

beforeEach(async () => {
  server = await startHookServer();
  project = await authProjectForTest(await cluster.createDatabase(), {}, { outgoing: HURRIED });
});
afterEach(async () => {
  await project.close();
  server.stop();
});

function use(hook: AuthHook, uri = server.address): void {
  project.settings.hooks = { ...project.settings.hooks, [hook]: { uri, secrets: SECRET } };
}

/** A function with this body, `event` at hand, that the auth service may call. */
async function useFunction(hook: AuthHook, body: string): Promise<void> {
  await project.sql(`
    create schema if not exists hooks;
    create table if not exists hooks.heard (event jsonb);
    grant usage on schema hooks to supabase_auth_admin;
    grant select, insert on hooks.heard to supabase_auth_admin;
    create or replace function hooks.${hook}(event jsonb) returns jsonb language plpgsql as $f$ ${body} $f$;
    revoke execute on function hooks.${hook} from public;
    grant execute on function hooks.${hook} to supabase_auth_admin;`);
  use(hook, `pg-functions://postgres/hooks/${hook}`);
}
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
const heard = async (): Promise<any[]> =>
  (await project.sql('select event from hooks.heard')).map(({ event }) => event);
const users = async () =>
  (await project.sql('select id, email from auth.users')) as { id: string; email: string }[];
const HEAR = "begin insert into hooks.heard values (event); return '{}'; end";
const signUp = (email = ANNA.email) => project.call('POST', '/signup', { ...ANNA, email });
const logged = () => project.manage('GET', '/admin/hook_calls?per_page=10').then(({ body }) => body.calls);

describe('the custom access token', () => {
  let anna: Anna;
  beforeEach(async () => {
    anna = await signUpAnna(project);
  });
  const refresh = (refresh_token: string) =>
    project.call('POST', '/token?grant_type=refresh_token', { refresh_token });

  test('has the claims that a function adds, at sign-in and when it is refreshed', async () => {
    await useFunction(
      'custom_access_token',
      `begin return jsonb_build_object('claims', event->'claims' || jsonb_build_object('team', 'red', 'by', event->'authentication_method')); end`,
    );
    const { body } = await anna.signIn();
    expect(decodeJwt(body.access_token)).toMatchObject({ team: 'red', by: 'password', email: ANNA.email });
    const again = await refresh(body.refresh_token);
    expect(decodeJwt(again.body.access_token)).toMatchObject({ team: 'red', by: 'token_refresh' });
    expect((await project.call('GET', '/user', undefined, { token: again.body.access_token })).status).toBe(
      200,
    );
  });

  test('has those of a server, which may shorten its life', async () => {
    use('custom_access_token');
    server.answers(({ body }, response) => {
      const { user_metadata: _, ...claims } = body.claims;
      json(response, { claims: { ...claims, exp: claims.iat + 60 } });
    });
    const { body } = await anna.signIn();
    expect(body).toMatchObject({ expires_in: 60, token_type: 'bearer' });
    expect(decodeJwt(body.access_token)).not.toHaveProperty('user_metadata');
    const [asked] = server.asked as [HookRequest];
    expect(asked.body).toMatchObject({
      user_id: body.user.id,
      authentication_method: 'password',
      metadata: { name: 'customize-access-token', ip_address: '192.0.2.1' },
    });
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = asked.headers;
    expect(id).toBe(asked.body.metadata.uuid);
    const expected = createHmac('sha256', KEY).update(`${id}.${time}.${asked.text}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
  });

  test('reaches an application that a link leads to', async () => {
    use('custom_access_token');
    server.answers(({ body }, response) => json(response, { claims: { ...body.claims, team: 'red' } }));
    await project.call('POST', '/otp', { email: ANNA.email });
    const link = (await project.messages(ANNA.email))[0]?.link ?? '';
    const { pathname, search } = new URL(link);
    const answer = await project.call('GET', pathname.replace(/.*\/auth\/v1/, '') + search, undefined, {
      key: 'none',
    });
    const { hash } = new URL(answer.headers.location ?? '');
    expect(decodeJwt(new URLSearchParams(hash.slice(1)).get('access_token') ?? '')).toMatchObject({
      team: 'red',
    });
  });

  test('is refused without what every token says, and a session can go on when the hook works again', async () => {
    const { body } = await anna.signIn();
    use('custom_access_token');
    server.answers((_request, response) => json(response, { claims: { sub: 'somebody' } }));
    const refused = await refresh(body.refresh_token);
    expect([refused.status, refused.body.code]).toEqual([500, 'unexpected_failure']);
    project.settings.hooks = {};
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test.each([
    ['raises', `begin raise exception 'no'; end`, 500, 'unexpected_failure'],
    ['does not end', `begin perform pg_sleep(60); return '{}'; end`, 422, 'hook_timeout'],
    [
      'answers too much',
      `begin return jsonb_build_object('claims', repeat('x', 300000)); end`,
      422,
      'hook_payload_over_size_limit',
    ],
    ['answers with a number', `begin return '1'; end`, 500, 'unexpected_failure'],
  ])('is not given when a function %s, and nothing is changed', async (_how, body, status, code) => {
    await useFunction('custom_access_token', body);
    const before = await project.sql('select id from auth.sessions');
    const answer = await anna.signIn();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).not.toContain('no\n');
    expect(await project.sql('select id from auth.sessions')).toEqual(before);
  });

  test('is not given by a function that the auth service may not call', async () => {
    await useFunction('custom_access_token', HEAR);
    await project.sql('revoke execute on function hooks.custom_access_token from supabase_auth_admin');
    expect((await anna.signIn()).status).toBe(500);
    await expect.poll(logged).toMatchObject([
      {
        hook: 'custom_access_token',
        target: 'hooks.custom_access_token',
        outcome: 'failed',
        message: expect.stringContaining('permission denied'),
      },
    ]);
  });
});

describe('before a user is created', () => {
  test.each([
    [
      'a function',
      () =>
        useFunction(
          'before_user_created',
          `begin return '{"error": {"http_code": 403, "message": "Not from there."}}'; end`,
        ),
    ],
    [
      'a server',
      async () => {
        use('before_user_created');
        server.answers((_request, response) =>
          json(response, { error: { http_code: 403, message: 'Not from there.' } }),
        );
      },
    ],
  ])('%s can refuse, and nobody is made', async (_who, prepare) => {
    await prepare();
    for (const ask of [
      signUp,
      () => project.call('POST', '/otp', { email: ANNA.email }),
      () => project.call('POST', '/signup', {}),
    ]) {
      const { status, body } = await ask();
      expect([status, body]).toEqual([403, { code: 'unknown', message: 'Not from there.' }]);
    }
    expect(await users()).toEqual([]);
    expect((await project.manage('POST', '/admin/users', { email: ANNA.email })).status).toBe(200);
    await expect.poll(logged).toHaveLength(3);
    expect(await logged()).toContainEqual(
      expect.objectContaining({ outcome: 'refused', message: 'Not from there.' }),
    );
  });

  test('a server is told of the very user that is made then, once', async () => {
    use('before_user_created');
    const { status, body } = await signUp();
    expect(status).toBe(200);
    expect(server.asked.map(({ body: { user, metadata } }) => [user.id, user.email, metadata.name])).toEqual([
      [body.id, ANNA.email, 'before-user-created'],
    ]);
    expect(await users()).toEqual([{ id: body.id, email: ANNA.email }]);
  });

  test('an error without words is none', async () => {
    use('before_user_created');
    server.answers((_request, response) => json(response, { error: { http_code: 403 } }));
    expect((await signUp()).status).toBe(200);
  });
});

test('after a user was created, a function is told of the stored user', async () => {
  await useFunction('after_user_created', HEAR);
  const { body } = await signUp();
  expect(await heard()).toMatchObject([{ user: { id: body.id, identities: [{ provider: 'email' }] } }]);
});

describe('an attempt at a password', () => {
  const GUARD = `begin
    insert into hooks.heard values (event);
    if (event->>'valid')::boolean then return '{"decision": "continue"}'; end if;
    return '{"decision": "reject", "message": "Too often.", "should_logout_user": true}';
  end`;

  test('is told of with its outcome, and can be refused for good', async () => {
    const anna = await signUpAnna(project);
    await useFunction('password_verification_attempt', GUARD);
    expect((await anna.signIn()).status).toBe(200);
    const wrong = await anna.signIn({ password: 'wrong horse' });
    expect([wrong.status, wrong.body]).toEqual([400, { code: 'invalid_credentials', message: 'Too often.' }]);
    expect(await project.sql('select id from auth.sessions')).toEqual([]);
    expect(await heard()).toMatchObject([{ valid: true }, { valid: false, user_id: expect.any(String) }]);
  });

  test('is not told of when there is no such user', async () => {
    use('password_verification_attempt');
    const { body } = await project.call('POST', '/token?grant_type=password', ANNA);
    expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(server.asked).toEqual([]);
  });
});

test('a refused attempt at a second factor ends all sessions, even with the right code', async () => {
  const anna = await signUpAnna(project);
  const ask = { token: anna.token };
  const factor = (await project.call('POST', '/factors', { factor_type: 'totp' }, ask)).body;
  const prove = async (wrong: boolean) => {
    const challenge = await project.call('POST', `/factors/${factor.id}/challenge`, {}, ask);
    const secret = Secret.fromBase32(factor.totp.secret);
    const code = wrong ? '000000' : TOTP.generate({ secret, timestamp: project.now().getTime() });
    return project.call(
      'POST',
      `/factors/${factor.id}/verify`,
      { challenge_id: challenge.body.id, code },
      ask,
    );
  };
  use('mfa_verification_attempt');
  server.answers((_request, response) => json(response, { decision: 'continue' }));
  expect((await prove(true)).body.code).toBe('mfa_verification_failed');
  server.answers((_request, response) => json(response, { decision: 'reject' }));
  const refused = await prove(false);
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: 'mfa_verification_rejected', message: 'Further MFA verification attempts will be rejected.' },
  ]);
  expect(server.asked.map(({ body: { factor_type, valid } }) => [factor_type, valid])).toEqual([
    ['totp', false],
    ['totp', true],
  ]);
  expect((await anna.me()).code).toBe('session_not_found');
});

describe('a hook that sends', () => {
  test('gets the code of a text message in place of the provider', async () => {
    await useFunction('send_sms', HEAR);
    await project.call('POST', '/otp', { phone: '4912345' });
    const [told] = await heard();
    expect(told).toMatchObject({ user: { phone: '4912345' }, sms: { phone: '4912345' } });
    const { body } = await project.call('POST', '/verify', {
      type: 'sms',
      phone: '4912345',
      token: told.sms.otp,
    });
    expect(body).toMatchObject({ token_type: 'bearer' });
    expect(await project.messages('4912345')).toEqual([]);
  });

  test('gets mails, and what it could not send can be asked for again at once', async () => {
    use('send_email');
    server.answers((_request, response) => response.writeHead(500).end());
    const failed = await signUp();
    expect([failed.status, failed.body.message]).toEqual([
      500,
      'Unexpected status code returned from hook: 500',
    ]);
    server.answers((_request, response) => json(response, {}));
    expect((await signUp()).status).toBe(200);
    const { email_data } = server.asked[1]?.body ?? {};
    expect(email_data).toMatchObject({
      email_action_type: 'signup',
      redirect_to: 'https://app.test',
      site_url: 'http://api.test/abcdefghijklmnopqrst/auth/v1',
      token_new: '',
    });
    const { token_hash } = email_data;
    const verified = await project.call('POST', '/verify', { type: 'signup', token_hash });
    expect(verified.body).toMatchObject({ token_type: 'bearer' });
    expect(await project.messages(ANNA.email)).toEqual([]);
  });

  test('is told once of a change of address, the digits of one crossed with the link of the other', async () => {
    const anna = await signUpAnna(project);
    use('send_email');
    await anna.put({ email: 'new@example.com' });
    expect(server.asked).toHaveLength(1);
    const { token, token_hash_new, token_new, token_hash } = server.asked[0]?.body.email_data ?? {};
    const verify = (body: object) => project.call('POST', '/verify', { type: 'email_change', ...body });
    expect((await verify({ email: ANNA.email, token })).status).toBe(200);
    expect((await verify({ token_hash })).body).toMatchObject({ user: { email: 'new@example.com' } });
    expect([token_new, token_hash_new].every((text) => typeof text === 'string' && text !== '')).toBe(true);
  });

  test('tells of notifications', async () => {
    const anna = await signUpAnna(project);
    project.settings.mailer_notifications = {
      ...project.settings.mailer_notifications,
      password_changed: true,
    };
    await useFunction('send_email', HEAR);
    await anna.put({ password: 'another horse' });
    expect(await heard()).toMatchObject([
      { email_data: { email_action_type: 'password_changed_notification' } },
    ]);
  });
});

describe('a server', () => {
  beforeEach(() => use('before_user_created'));
  const type = { 'content-type': 'application/json' };

  test.each([
    ['400', (_: HookRequest, r) => r.writeHead(400).end(), 500, 'Invalid payload sent to hook'],
    ['401', (_: HookRequest, r) => r.writeHead(401).end(), 500, 'Hook requires authorization token'],
    [
      '403',
      (_: HookRequest, r) => r.writeHead(403, type).end('{"error":{"message":"x"}}'),
      500,
      'Unexpected status code returned from hook: 403',
    ],
    [
      'a redirect',
      (_: HookRequest, r) => r.writeHead(307, { location: server.address }).end(),
      500,
      'Unexpected status code returned from hook: 307',
    ],
    [
      'rubbish',
      (_: HookRequest, r) => r.writeHead(200, type).end('<html>'),
      500,
      'The hook did not answer with JSON.',
    ],
    [
      'another type',
      (_: HookRequest, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
      400,
      /application\/json/,
    ],
    ['a list', (_: HookRequest, r) => r.writeHead(200, type).end('[]'), 500, /JSON object/],
    [
      'too much',
      (_: HookRequest, r) => r.writeHead(200, type).end(JSON.stringify('x'.repeat(300_000))),
      422,
      /exceeds the limit/,
    ],
    ['nothing, ever', () => {}, 422, /within maximum time/],
    ['a broken connection', (_: HookRequest, r) => r.destroy(), 422, /within maximum time/],
    [
      'that it is busy, always',
      (_: HookRequest, r) => r.writeHead(503, { 'retry-after': '0' }).end(),
      422,
      /after maximum retries/,
    ],
    [
      'that it is busy for long',
      (_: HookRequest, r) => r.writeHead(429, { 'retry-after': '3600' }).end(),
      422,
      /after maximum retries/,
    ],
  ] as [string, Parameters<HookServer['answers']>[0], number, string | RegExp][])(
    'that answers with %s makes nobody a user',
    async (_what, answer, status, message) => {
      server.answers(answer);
      const refused = await signUp();
      expect(refused.status).toBe(status);
      expect(refused.body.message).toMatch(message);
      expect(await users()).toEqual([]);
    },
  );

  test.each(['204', 'busy at first', 'broken off at first'])(
    'that answers with %s lets them in',
    async (what) => {
      let times = 0;
      server.answers((_request, response) => {
        times += 1;
        if (times === 2 || what === '204') return response.writeHead(204).end();
        return what === 'busy at first'
          ? response.writeHead(503, { 'retry-after': '0' }).end()
          : response.destroy();
      });
      expect((await signUp()).status).toBe(200);
      expect(new Set(server.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    },
  );

  test('of a private network is not asked', async () => {
    use('before_user_created', 'http://169.254.169.254/latest');
    expect((await signUp()).body.code).toBe('hook_timeout');
  });
});
