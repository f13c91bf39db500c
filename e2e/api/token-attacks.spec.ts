import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { ApiClient } from '../basalt/api-client.ts';
import { base64url, forgeToken, inSeconds } from '../basalt/forge-token.ts';
import { clientOf, keysOf, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create table public.diaries (id int primary key, owner_id uuid, entry text);
  insert into public.diaries values (1, null, 'hidden from all');
  create policy "own entries" on public.diaries for select using (owner_id = (select auth.uid()));
  create role granted_to_nobody nologin;
`;
const BROWSER = {
  origin: 'https://app.example',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
};

/** Ours: it signs the tokens of the project. */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const foreignRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

let keys: ProjectKeys;
let stranger: ProjectKeys;
let ref: string;
let kid: string;
let userId: string;

test.beforeAll(async ({ api, basalt }) => {
  const [mine, other] = await Promise.all([api.createProject('Tokens'), api.createProject('Stranger')]);
  ref = mine.ref;
  await Promise.all([api.rows(ref, SCHEMA), api.rows(other.ref, SCHEMA)]);
  await Promise.all([mine, other].map((each) => setAuth(api, each.ref, { mailer_autoconfirm: true })));
  [keys, stranger] = await Promise.all([keysOf(api, basalt, ref), keysOf(api, basalt, other.ref)]);
  kid = await addKey(api, rsa, 'RS256');
  const { data } = await clientOf(keys.url, keys.anon).auth.signUp({
    email: newEmail(),
    password: 'six columns',
  });
  userId = data.user?.id ?? '';
});

async function addKey(api: ApiClient, key: KeyObject, algorithm: string): Promise<string> {
  const private_jwk = key.export({ format: 'jwk' });
  const path = `/v1/projects/${ref}/config/auth/signing-keys`;
  const { status, body } = await api.request('POST', path, { algorithm, status: 'in_use', private_jwk });
  if (status !== 201) throw new Error(`The signing key was refused: ${JSON.stringify(body)}`);
  return body.id;
}

function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

/** A token as the auth service would sign it, with changes. */
function signed(changes: Record<string, unknown> = {}): string {
  const claims = { sub: userId, role: 'authenticated', exp: inSeconds(3600), ...changes };
  return forgeToken({ alg: 'RS256', kid, typ: 'JWT' }, claims, rsa, 'RS256');
}

async function ask(path: string, headers: Record<string, string>, url = keys.url) {
  const answer = await fetch(`${url}${path}`, { headers });
  const text = await answer.text();
  expect(text).not.toMatch(/node_modules|set_config|\n\s+at /);
  expect(text).not.toContain('hidden from all');
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  const code: string | undefined = body.error_code ?? body.code;
  return { status: answer.status, text, code };
}

const readRows = (token: string) =>
  ask('/rest/v1/diaries?select=*', { apikey: keys.anon, authorization: `Bearer ${token}` });
const readUser = (token: string) =>
  ask('/auth/v1/user', { apikey: keys.anon, authorization: `Bearer ${token}` });
const readUsers = (token: string) =>
  ask('/auth/v1/admin/users', { apikey: keys.anon, authorization: `Bearer ${token}` });

/** Neither service takes it for anybody's, not even for nobody's. */
async function expectRefused(name: string, token: string): Promise<void> {
  const rest = await readRows(token);
  expect([name, rest.status, rest.code]).toEqual([name, 401, expect.stringMatching(/^PGRST30[13]$/)]);
  const auth = await readUser(token);
  expect([name, auth.status, auth.code]).toEqual([name, 403, 'bad_jwt']);
  const admin = await readUsers(token);
  expect([name, admin.status, admin.code]).toEqual([name, 403, 'bad_jwt']);
}

test('a token that is signed by the key in use is taken', async () => {
  const right = await readRows(signed());
  expect([right.status, right.text]).toEqual([200, '[]']);
  expect((await readUser(signed())).status).toBe(200);
  expect((await readUsers(signed({ role: 'service_role' }))).status).toBe(200);
});

test('what nobody signed is refused, however the algorithm is written', async () => {
  const claims = { role: 'service_role', sub: userId, exp: inSeconds(3600) };
  const signature = signed().split('.')[2];
  for (const alg of [
    'none',
    'None',
    'NONE',
    'nOnE',
    'none ',
    '',
    'null',
    null,
    0,
    [],
    ['none'],
    {},
    undefined,
  ]) {
    const unsigned = forgeToken({ alg }, claims, '', 'none');
    await expectRefused(`alg ${JSON.stringify(alg)}`, unsigned);
    await expectRefused(`alg ${JSON.stringify(alg)} with kid`, forgeToken({ alg, kid }, claims, '', 'none'));
    await expectRefused(`alg ${JSON.stringify(alg)} and a signature`, unsigned + signature);
  }
});

test('a public key is never taken for a secret', async () => {
  const claims = { role: 'service_role', sub: userId, exp: inSeconds(3600) };
  const open = createPublicKey(rsa);
  const jwks = await ask('/auth/v1/.well-known/jwks.json', {});
  const published = JSON.parse(jwks.text).keys.find((key: { kid: string }) => key.kid === kid);
  expect(published).toMatchObject({ kty: 'RSA', n: expect.any(String) });
  expect(jwks.text).not.toMatch(/"(d|p|q|dp|dq|qi|k)":/);
  const secrets: [string, string | Buffer][] = [
    ['SPKI in PEM', open.export({ type: 'spki', format: 'pem' })],
    ['SPKI in PEM without its last line end', String(open.export({ type: 'spki', format: 'pem' })).trim()],
    ['PKCS 1 in PEM', open.export({ type: 'pkcs1', format: 'pem' })],
    ['SPKI in DER', open.export({ type: 'spki', format: 'der' })],
    ['the JWK', JSON.stringify(published)],
    ['its modulus', published.n],
    ['the bytes of its modulus', Buffer.from(published.n, 'base64url')],
    ['nothing', ''],
    ['the anon key', keys.anon],
    ['the publishable key', keys.publishable],
    ['the name of the project', ref],
  ];
  for (const [name, secret] of secrets)
    for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid }, { alg: 'RS256', kid }])
      await expectRefused(`${name} as secret, ${JSON.stringify(header)}`, forgeToken(header, claims, secret));
});

test('keys that a token brings along or points to are not used', async () => {
  const claims = { role: 'service_role', sub: userId, exp: inSeconds(3600) };
  const jwk = createPublicKey(foreignRsa).export({ format: 'jwk' });
  const headers: object[] = [
    ...[{}, { kid }, { kid, jwk }, { jwk }, { kid: 'mine', jku: 'https://evil.example/jwks.json' }],
    ...['../../../../dev/null', "x' union select 'k", crypto.randomUUID(), '__proto__', 7, [kid]].map(
      (id) => ({ kid: id }),
    ),
    { x5u: 'https://evil.example/cert.pem' },
    ...['PS256', 'RS384', 'RS1'].map((alg) => ({ alg, kid })),
  ];
  for (const header of headers)
    await expectRefused(
      JSON.stringify(header),
      forgeToken({ alg: 'RS256', ...header }, claims, foreignRsa, 'RS256'),
    );
  for (const header of [
    { alg: 'RS256', kid, crit: ['exp'] },
    { alg: 'RS256', kid, crit: ['b64'], b64: false },
    { alg: 'ES256', kid },
    { alg: 'RS256', kid: crypto.randomUUID() },
  ])
    await expectRefused(`ours with ${JSON.stringify(header)}`, forgeToken(header, claims, rsa, 'RS256'));
});

test('what is no token, and what was changed on the way, is refused', async () => {
  const token = signed();
  const [head = '', claims = '', signature = ''] = token.split('.');
  const other = base64url(JSON.stringify({ sub: userId, role: 'service_role', exp: inSeconds(3600) }));
  const bytes = (...values: number[]) => Buffer.from(values).toString('base64url');
  const texts = [
    ...['..', 'a.b.c', 'x', `${token}.x`, `${token}.x.y`, `${head}.${claims}`],
    ...[`${head}.${claims}.`, `${head}..${signature}`, `.${claims}.${signature}`, `${head}.${claims}.%00`],
    `${head}.${other}.${signature}`,
    `${head}.${claims}.${signature.slice(0, -4)}`,
    `${head}.${'A'.repeat(17_000)}.${signature}`,
    ...['null', '[]', '{"alg":'].map((text) => `${base64url(text)}.${claims}.${signature}`),
    `${bytes(0xff, 0xfe)}.${claims}.${signature}`,
  ];
  for (const text of texts) await expectRefused(text.slice(0, 60), text);
  for (const payload of ['', 'null', '[]', '"x"', '7', '{', '{"exp":', '[{"role":"service_role"}]'])
    await expectRefused(`the claims ${payload}`, forgeToken({ alg: 'RS256', kid }, payload, rsa, 'RS256'));
});

test('times are believed only within half a minute', async () => {
  const never = Number.MAX_SAFE_INTEGER;
  const wrong: Record<string, unknown>[] = [
    ...[inSeconds(-40), 1, -1, String(inSeconds(3600)), [inSeconds(3600)], {}, true].map((exp) => ({ exp })),
    ...[inSeconds(60), never, 'now', '0', {}].flatMap((time) => [{ nbf: time }, { iat: time }]),
  ];
  for (const claims of wrong) await expectRefused(JSON.stringify(claims), signed(claims));
  for (const claims of [{ exp: inSeconds(-5) }, { nbf: inSeconds(5) }, { iat: inSeconds(5) }])
    expect((await readRows(signed(claims))).status).toBe(200);
});

test('a token gets the roles that the project gives, and no other', async () => {
  const roles: unknown[] = [
    ...['supabase_admin', 'postgres', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user'],
    ...['granted_to_nobody', 'pg_read_all_data', 'pg_monitor', 'no_such_role', 'none', 'SERVICE_ROLE'],
    ...[' service_role', 'service_role ', '"service_role"', 'service_role; reset role', "service_role'--"],
    ...['service_role\u0000', '\u0000', 'x'.repeat(5000), 'ｓervice_role', '__proto__'],
  ];
  for (const role of roles) {
    const rest = await readRows(signed({ role }));
    expect([400, 401, 403], String(role)).toContain(rest.status);
    expect(rest.code, String(role)).toMatch(/^(22023|42501|22021|PGRST30[13])$/);
    if (role === 'supabase_admin') continue;
    const admin = await readUsers(signed({ role }));
    expect([role, admin.status, admin.code]).toEqual([role, 403, 'not_admin']);
  }
  // The role that logs in may be named, but it may do nothing by itself.
  expect(await readRows(signed({ role: 'authenticator' }))).toMatchObject({ status: 403, code: '42501' });
});

test('a token that names no role is refused', async () => {
  for (const role of [undefined, null, '', 7, true, {}, ['service_role'], { role: 'service_role' }]) {
    const rest = await readRows(signed({ role }));
    expect([role, rest.status, rest.code]).toEqual([role, 401, 'PGRST303']);
    expect((await readUsers(signed({ role }))).code).toBe('not_admin');
  }
});

test('the user and the session that a token names must be real', async () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ sub: 'x' }, 'bad_jwt'],
    [{ sub: "' or 1=1" }, 'bad_jwt'],
    [{ sub: 7 }, 'bad_jwt'],
    [{ sub: [userId] }, 'bad_jwt'],
    [{ sub: null }, 'bad_jwt'],
    [{ sub: `${userId}\u0000` }, 'bad_jwt'],
    [{ sub: crypto.randomUUID() }, 'user_not_found'],
    [{ session_id: 'x' }, 'bad_jwt'],
    [{ session_id: {} }, 'bad_jwt'],
    [{ session_id: crypto.randomUUID() }, 'session_not_found'],
  ];
  for (const [claims, code] of refused) {
    const user = await readUser(signed(claims));
    expect([claims, user.status, user.code]).toEqual([claims, 403, code]);
    const rows = await readRows(signed(claims));
    expect([200, 400], JSON.stringify(claims)).toContain(rows.status);
  }
});

test('keys and tokens of another project open nothing here', async () => {
  for (const apikey of [stranger.anon, stranger.serviceRole, stranger.publishable, stranger.secret])
    for (const path of ['/rest/v1/diaries', '/auth/v1/admin/users'])
      expect(await ask(path, { apikey })).toMatchObject({
        status: 401,
        text: expect.stringContaining('Invalid API key'),
      });
  const theirs = clientOf(stranger.url, stranger.anon);
  const { data } = await theirs.auth.signUp({ email: newEmail(), password: 'six columns' });
  for (const token of [data.session?.access_token ?? '', stranger.anon, stranger.serviceRole])
    await expectRefused('a token of theirs', token);
  // And ours means nothing there.
  const there = { apikey: stranger.anon, authorization: `Bearer ${signed()}` };
  expect((await ask('/rest/v1/diaries', there, stranger.url)).code).toBe('PGRST301');
});

test('a secret key is refused in a browser, wherever it stands', async () => {
  const headers = { ...BROWSER, apikey: keys.secret };
  for (const path of ['/rest/v1/diaries', '/auth/v1/admin/users', '/auth/v1/settings']) {
    const answer = await ask(path, headers);
    expect([path, answer.status, answer.text]).toEqual([path, 401, expect.stringContaining('browser')]);
    expect((await ask(`${path}?apikey=${keys.secret}`, BROWSER)).status).toBe(401);
  }
  // In `Authorization` alone it is no key.
  const bearer = { ...BROWSER, apikey: keys.publishable, authorization: `Bearer ${keys.secret}` };
  expect(await ask('/auth/v1/admin/users', bearer)).toMatchObject({ status: 403, code: 'not_admin' });
  expect((await ask('/rest/v1/diaries', { ...BROWSER, apikey: keys.publishable })).status).toBe(200);
});

test('tokens of a revoked signing key are refused at once', async ({ api }) => {
  const leaked = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const leakedKid = await addKey(api, leaked, 'ES256');
  const token = forgeToken(
    { alg: 'ES256', kid: leakedKid },
    { sub: userId, role: 'authenticated', exp: inSeconds(3600) },
    leaked,
    'ES256',
  );
  await expect.poll(async () => (await readRows(token)).status).toBe(200);
  const path = `/v1/projects/${ref}/config/auth/signing-keys`;
  for (const [id, status] of [
    [kid, 'in_use'],
    [leakedKid, 'revoked'],
  ])
    expect((await api.request('PATCH', `${path}/${id}`, { status })).status).toBe(200);
  await expect.poll(async () => (await readRows(token)).code).toBe('PGRST301');
  await expectRefused('a token of a revoked key', token);
  const jwks = await ask('/auth/v1/.well-known/jwks.json', {});
  expect(jwks.text).not.toContain(leakedKid);
  expect((await readRows(signed())).status).toBe(200);
});
