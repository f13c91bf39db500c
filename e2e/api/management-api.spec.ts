import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import type { ApiClient } from '../basalt/api-client.ts';
import { forgeToken, inSeconds } from '../basalt/forge-token.ts';
import { DATABASE_PASSWORD, OWNER } from '../basalt/owner.ts';
import { keysOf } from '../basalt/project-api.ts';
import { psql } from '../basalt/psql.ts';
import { identityProvider } from '../basalt/saml-metadata.ts';
import { expect, test } from '../basalt/test.ts';
import { nameOf, OPERATIONS, type Operation, problemsOf } from './management-api/operations.ts';

interface Call {
  /** Values of `{…}` in the path; `{ref}` and `{slug}` are known. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  /** When something else is right than what the operation answers when it works. */
  status?: number;
}

/** What the steps look at of an answer. */
type Told = Record<string, string>;

const MISSING = 'abcdefghijklmnopqrst';

test('every operation of the management API answers in the shape that clients were made for, or says why it is not here', async ({
  api,
}) => {
  test.setTimeout(300_000);
  const slug = await api.organization();
  const { ref } = await api.createProject('Managed');
  const { body: described } = await api.request('GET', '/api/openapi.json');
  const left = new Map(OPERATIONS.map((operation) => [nameOf(operation), operation]));

  const wrong: Record<string, unknown> = {};
  /** Calls one operation, and notes what is not as it should be. */
  const call = async (
    name: string,
    { params = {}, query = {}, body, form, status }: Call = {},
  ): Promise<Told> => {
    const operation = left.get(name) ?? OPERATIONS.find((one) => nameOf(one) === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    left.delete(name);
    const sent = body === undefined ? [] : problemsOf(operation.request, body);
    const strange = Object.keys(query).filter((key) => !operation.query.some((one) => one.name === key));
    const address = `${pathWith(operation, { ref, slug, ...params })}?${new URLSearchParams(query)}`;
    const response = await api.send(address, {
      method: operation.method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
    });
    const text = await response.text();
    const answer = /^[[{]/.test(text) ? JSON.parse(text) : text;
    const expected = status ?? operation.status;
    const isForm = response.headers.get('content-type')?.startsWith('multipart/') ?? false;
    const works = response.status === expected;
    const isShaped = works && status === undefined && !isForm;
    const told = isShaped ? problemsOf(operation.answer, answer).filter(isMistake) : [];
    if (!works || told.length + sent.length + strange.length > 0)
      wrong[name] = {
        status: response.status,
        expected,
        sent,
        strange,
        told: told.slice(0, 5),
        answer: works ? '' : text,
      };
    return answer;
  };
  const P = '/v1/projects/{ref}';

  // Account, organizations, projects.
  await call('GET /v1/profile');
  await call('GET /v1/organizations');
  const second = await call('POST /v1/organizations', { body: { name: 'Second quarry' } });
  await call('GET /v1/organizations/{slug}');
  await call('GET /v1/organizations/{slug}/members');
  await call('GET /v1/organizations/{slug}/entitlements');
  await call('GET /v1/organizations/{slug}/projects', { query: { limit: '1', sort: 'created_desc' } });
  await call('GET /v1/projects');
  await call('GET /v1/projects/available-regions', { query: { organization_slug: slug, continent: 'EU' } });
  const passing = await call('POST /v1/projects', {
    body: { name: 'Passing', db_pass: DATABASE_PASSWORD, organization_slug: slug, region: 'eu-central-1' },
  });
  await call(`GET ${P}`);
  await call(`PATCH ${P}`, { body: { name: 'Managed by others' } });
  await call(`GET ${P}/health`, { query: { services: 'auth,db,rest,storage,realtime,pooler' } });

  // Keys.
  await call(`GET ${P}/api-keys`, { query: { reveal: 'true' } });
  const key = await call(`POST ${P}/api-keys`, { body: { type: 'secret', name: 'robots' } });
  await call(`GET ${P}/api-keys/{id}`, { params: { id: key.id ?? '' } });
  await call(`PATCH ${P}/api-keys/{id}`, {
    params: { id: key.id ?? '' },
    body: { description: 'For robots' },
  });
  await call(`DELETE ${P}/api-keys/{id}`, { params: { id: key.id ?? '' } });
  await call(`GET ${P}/api-keys/legacy`);
  await call(`PUT ${P}/api-keys/legacy`, { query: { enabled: 'true' } });
  await call(`POST ${P}/config/auth/signing-keys/legacy`);
  await call(`GET ${P}/config/auth/signing-keys/legacy`);
  const signing = await call(`POST ${P}/config/auth/signing-keys`, { body: { algorithm: 'ES256' } });
  await call(`GET ${P}/config/auth/signing-keys`);
  await call(`GET ${P}/config/auth/signing-keys/{id}`, { params: { id: signing.id ?? '' } });
  await call(`PATCH ${P}/config/auth/signing-keys/{id}`, {
    params: { id: signing.id ?? '' },
    body: { status: 'revoked' },
  });
  // It must have been revoked for a while.
  await call(`DELETE ${P}/config/auth/signing-keys/{id}`, { params: { id: signing.id ?? '' }, status: 409 });

  // Settings.
  await call(`GET ${P}/postgrest`);
  await call(`PATCH ${P}/postgrest`, { body: { max_rows: 500 } });
  await call(`GET ${P}/config/auth`);
  await call(`PATCH ${P}/config/auth`, { body: { site_url: 'https://example.com', jwt_exp: 1_800 } });
  await call(`GET ${P}/config/storage`);
  await call(`PATCH ${P}/config/storage`, { body: { fileSizeLimit: 1_000_000 } });
  await call(`GET ${P}/config/realtime`);
  await call(`PATCH ${P}/config/realtime`, { body: { private_only: true } });
  await call(`POST ${P}/config/realtime/shutdown`);
  await call(`GET ${P}/config/database/pooler`);
  await call(`PATCH ${P}/config/database/pooler`, { body: { default_pool_size: 5 } });
  await call(`GET ${P}/config/database/pgbouncer`);
  await call(`PATCH ${P}/config/auth`, { body: { saml_enabled: true } });
  const saml = await call(`POST ${P}/config/auth/sso/providers`, {
    body: {
      type: 'saml',
      metadata_xml: identityProvider('https://idp.rocks.example'),
      domains: ['rocks.example'],
      attribute_mapping: { keys: { email: { name: 'mail' } } },
    },
  });
  const ofProvider = { params: { provider_id: saml.id ?? '' } };
  await call(`GET ${P}/config/auth/sso/providers`);
  await call(`GET ${P}/config/auth/sso/providers/{provider_id}`, ofProvider);
  await call(`PUT ${P}/config/auth/sso/providers/{provider_id}`, { ...ofProvider, body: { domains: [] } });
  await call(`DELETE ${P}/config/auth/sso/providers/{provider_id}`, ofProvider);
  const third = await call(`POST ${P}/config/auth/third-party-auth`, {
    body: {
      oidc_issuer_url: THIRD_PARTY,
      custom_jwks: { keys: [jwkOf(generateKeyPairSync('ec', P256).publicKey)] },
    },
  });
  const ofThird = { params: { tpa_id: third.id ?? '' } };
  await call(`GET ${P}/config/auth/third-party-auth`);
  await call(`GET ${P}/config/auth/third-party-auth/{tpa_id}`, ofThird);
  await call(`DELETE ${P}/config/auth/third-party-auth/{tpa_id}`, ofThird);
  await call(`GET ${P}/vanity-subdomain`);
  await call(`POST ${P}/vanity-subdomain/check-availability`, { body: { vanity_subdomain: 'acme-prod' } });
  await call(`POST ${P}/vanity-subdomain/activate`, { body: { vanity_subdomain: 'acme-prod' } });
  await call(`DELETE ${P}/vanity-subdomain`);
  await call(`POST ${P}/custom-hostname/initialize`, {
    body: { custom_hostname: 'docs.basalt.invalid.com' },
  });
  await call(`GET ${P}/custom-hostname`);
  await call(`POST ${P}/custom-hostname/reverify`);
  // Nobody has set its record.
  await call(`POST ${P}/custom-hostname/activate`, { status: 409 });
  await call(`DELETE ${P}/custom-hostname`);
  await call(`GET ${P}/ssl-enforcement`);
  await call(`PUT ${P}/ssl-enforcement`, { body: { requestedConfig: { database: true } } });
  await call(`GET ${P}/network-restrictions`);
  await call(`PATCH ${P}/network-restrictions`, { body: { remove: { dbAllowedCidrsV6: ['::/0'] } } });
  await call(`POST ${P}/network-restrictions/apply`, { body: { dbAllowedCidrs: ['203.0.113.0/24'] } });
  await call(`GET ${P}/config/database/postgres`);
  await call(`PUT ${P}/config/database/postgres`, { body: { statement_timeout: '60s' } });
  await call(`GET ${P}/config/disk`);
  await call(`GET ${P}/config/disk/util`);
  await call(`GET ${P}/config/disk/autoscale`);
  await call(`GET ${P}/billing/addons`);
  await call(`GET ${P}/readonly`);

  // The database.
  await call(`POST ${P}/database/query`, {
    body: { query: 'create table public.rocks (id int primary key, name text); select 1 as one' },
  });
  await call(`POST ${P}/database/query/read-only`, {
    body: { query: 'select $1::int as n', parameters: [1] },
  });
  await call(`GET ${P}/database/context`);
  await call(`GET ${P}/database/openapi`, { query: { schema: 'public' } });
  await call(`GET ${P}/types/typescript`, { query: { included_schemas: 'public' } });
  await call(`GET ${P}/advisors/performance`);
  await call(`GET ${P}/advisors/security`);
  await call(`POST ${P}/database/webhooks/enable`);
  await call(`POST ${P}/cli/login-role`, { body: { read_only: true } });
  await call(`DELETE ${P}/cli/login-role`);
  await call(`PATCH ${P}/database/password`, { body: { password: `${DATABASE_PASSWORD}-anew` } });
  await call(`POST ${P}/database/migrations`, {
    body: { query: 'create table a ()', name: 'a', rollback: 'drop table a' },
  });
  await call(`PUT ${P}/database/migrations`, { body: { query: 'create table b ()', name: 'b' } });
  const [first] = (await call(`GET ${P}/database/migrations`)) as unknown as Told[];
  await call(`GET ${P}/database/migrations/{version}`, { params: { version: first?.version ?? '' } });
  await call(`PATCH ${P}/database/migrations/{version}`, {
    params: { version: first?.version ?? '' },
    body: { name: 'c' },
  });
  // Nobody has said how the second one is taken back.
  await call(`DELETE ${P}/database/migrations`, { query: { gte: '0' }, status: 409 });

  // Functions and files.
  await call(`GET ${P}/secrets`);
  await call(`POST ${P}/secrets`, { body: [{ name: 'WHO', value: 'you' }] });
  await call(`DELETE ${P}/secrets`, { body: ['WHO'] });
  const own = { slug: 'hello', name: 'Hello', body: "Deno.serve(() => new Response('hello'));" };
  await call(`POST ${P}/functions`, { body: own });
  await call(`PATCH ${P}/functions/{function_slug}`, {
    params: { function_slug: 'hello' },
    body: { verify_jwt: false, body: "Deno.serve(() => new Response('hello again'));" },
  });
  const made = await call(`GET ${P}/functions/{function_slug}`, { params: { function_slug: 'hello' } });
  await call(`GET ${P}/functions/{function_slug}/body`, { params: { function_slug: 'hello' } });
  const form = new FormData();
  form.append('file', new Blob([own.body]), 'index.ts');
  form.append('metadata', JSON.stringify({ name: 'sent', entrypoint_path: 'index.ts' }));
  const sent = await call(`POST ${P}/functions/deploy`, {
    query: { slug: 'sent', bundleOnly: 'true' },
    form,
  });
  await call(`PUT ${P}/functions`, { body: [sent] });
  await call(`GET ${P}/functions`);
  await call(`GET ${P}/analytics/endpoints/functions.combined-stats`, {
    query: { interval: '15min', function_id: made.id ?? '' },
  });
  await call(`DELETE ${P}/functions/{function_slug}`, { params: { function_slug: 'sent' } });
  await call(`GET ${P}/analytics/endpoints/logs.all`, {
    query: {
      sql: "select event_message, parsed.error_severity from postgres_logs cross join unnest(metadata) as m cross join unnest(m.parsed) as parsed where event_message like '%ready%' limit 5",
    },
  });
  await call(`GET ${P}/analytics/endpoints/usage.api-counts`, { query: { interval: '1hr' } });
  await call(`GET ${P}/analytics/endpoints/usage.api-requests-count`);
  await api.request('POST', `/platform/storage/${ref}/buckets`, { id: 'stones', public: false });
  await call(`GET ${P}/storage/buckets`);
  await call('GET /v1/snippets', { query: { project_ref: ref } });
  const run_id = crypto.randomUUID();
  await call(`GET ${P}/actions`, { query: { offset: '0', limit: '10' } });
  for (const what of ['', '/logs'])
    await call(`GET ${P}/actions/{run_id}${what}`, { params: { run_id }, status: 404 });
  await call('GET /v1/snippets/{id}', { params: { id: crypto.randomUUID() }, status: 404 });

  // Branches.
  const branch = await call(`POST ${P}/branches`, { body: { branch_name: 'preview', persistent: false } });
  const ofBranch = { params: { branch_id_or_ref: branch.project_ref ?? '' } };
  await call(`GET ${P}/branches`);
  const found = await call('GET /v1/organizations/{slug}/projects', {
    query: { search: branch.project_ref ?? '' },
  });
  expect(found.projects).toMatchObject([{ ref: branch.project_ref, is_branch: true }]);
  await call(`GET ${P}/branches/{name}`, { params: { name: 'preview' } });
  await call('GET /v1/branches/{branch_id_or_ref}', ofBranch);
  await call('PATCH /v1/branches/{branch_id_or_ref}', { ...ofBranch, body: { branch_name: 'preview-2' } });
  await api.waitForStatus(branch.project_ref ?? '', 'ACTIVE_HEALTHY');
  const copied = await api.request('GET', `/v1/projects/${branch.project_ref}/ssl-enforcement`);
  expect(copied.body.currentConfig).toEqual({ database: true });
  await call('GET /v1/branches/{branch_id_or_ref}/diff', ofBranch);
  // Nothing has changed there.
  await call('POST /v1/branches/{branch_id_or_ref}/merge', { ...ofBranch, body: {}, status: 409 });
  await call('POST /v1/branches/{branch_id_or_ref}/push', { ...ofBranch, body: {}, status: 409 });
  await call('POST /v1/branches/{branch_id_or_ref}/reset', { ...ofBranch, body: {} });
  await api.waitForStatus(branch.project_ref ?? '', 'ACTIVE_HEALTHY');
  await call('DELETE /v1/branches/{branch_id_or_ref}', { ...ofBranch, query: { force: 'false' } });
  await call('POST /v1/branches/{branch_id_or_ref}/restore', ofBranch);
  await call('DELETE /v1/branches/{branch_id_or_ref}', { ...ofBranch, query: { force: 'true' } });

  await call(`DELETE ${P}/branches`);

  // Backups, and what changes a project as a whole; that it does what it says is shown elsewhere.
  await call(`GET ${P}/database/backups`);
  await call(`GET ${P}/database/backups/schedule`);
  await call(`PATCH ${P}/database/backups/schedule`, { body: { schedule_for: '03:00' } });
  await call(`POST ${P}/database/backups/restore-point`, { body: { name: 'before' } });
  await call(`GET ${P}/database/backups/restore-point`, { query: { name: 'before' } });
  await call(`POST ${P}/database/backups/undo`, { body: { name: 'never made' }, status: 404 });
  await call(`POST ${P}/database/backups/restore`, { body: { id: 2_000_000_000 }, status: 404 });
  await call(`POST ${P}/database/backups/restore-pitr`, {
    body: { recovery_time_target_unix: 1 },
    status: 400,
  });
  await call(`GET ${P}/upgrade/eligibility`);
  await call(`GET ${P}/upgrade/status`);
  await call(`POST ${P}/upgrade`, { body: { target_version: '9' }, status: 400 });
  await call(`POST ${P}/readonly/temporary-disable`);
  await call(`PATCH ${P}/billing/addons`, { body: { addon_type: 'pitr', addon_variant: 'pitr_7' } });
  await call(`DELETE ${P}/billing/addons/{addon_variant}`, { params: { addon_variant: 'pitr_7' } });
  await call(`POST ${P}/config/disk`, { body: { attributes: { iops: 3_000, size_gb: 10, type: 'gp3' } } });
  await api.waitForStatus(passing.ref ?? '', 'ACTIVE_HEALTHY');
  const other = { params: { ref: passing.ref ?? '' } };
  // Another organization gets it, and it is paused and started there.
  const { token = '' } = await call(`POST ${P}/claim-token`, other);
  await call(`GET ${P}/claim-token`, other);
  const ofClaim = { params: { slug: second.slug ?? '', token } };
  await call('GET /v1/organizations/{slug}/project-claim/{token}', ofClaim);
  await call('POST /v1/organizations/{slug}/project-claim/{token}', ofClaim);
  await call(`DELETE ${P}/claim-token`, other);
  // Nothing is being restored.
  await call(`POST ${P}/restore/cancel`, { ...other, status: 409 });
  await call(`POST ${P}/pause`, other);
  await api.waitForStatus(passing.ref ?? '', 'INACTIVE');
  await call(`GET ${P}/restore`, other);
  await call(`POST ${P}/restore`, other);
  await api.waitForStatus(passing.ref ?? '', 'ACTIVE_HEALTHY');
  await call(`DELETE ${P}`, other);

  // What is not here answers so, to everything that is asked there.
  for (const [name, operation] of left) {
    const { status, body } = await api.request(
      operation.method,
      pathWith(operation, { ref, slug }),
      operation.request === undefined ? undefined : {},
    );
    if (status !== 404 || body?.code !== 'not_found' || !/ .* /.test(body.message))
      wrong[name] = { status, body };
    if (described.paths[operation.path]?.[operation.method.toLowerCase()] !== undefined)
      wrong[name] = 'is served, and was not called';
  }
  expect(wrong).toEqual({});
  process.stdout.write(
    `${OPERATIONS.length - left.size} of ${OPERATIONS.length} operations of the management API were called\n`,
  );
});

test('a migration is run and written down as one, once for each key, and taken back in order', async ({
  api,
  project: { ref },
}) => {
  const path = `/v1/projects/${ref}/database/migrations`;
  const apply = (body: object, headers = {}) => api.request('POST', path, body, headers);
  const versions = async () => ((await api.request('GET', path)).body as Told[]).map(({ name }) => name);
  const broken = await apply({ name: 'broken', query: 'create table quarries ();\nselect nothing;' });
  expect([broken.status, broken.body.message]).toEqual([400, expect.stringContaining('LINE 2')]);
  expect(await api.rows(ref, "select to_regclass('quarries') as found")).toEqual([{ found: null }]);
  const once = { 'idempotency-key': 'the first' };
  // What follows a comment at its end is still there.
  const first = {
    name: 'first',
    query: "create table quarries (name text); -- it's made",
    rollback: 'drop table quarries',
  };
  for (const _ of [1, 2]) expect((await apply(first, once)).status).toBe(200);
  const second = { name: 'second', query: 'alter table quarries add size int' };
  expect((await apply(second)).status).toBe(200);
  expect(await versions()).toEqual(['first', 'second']);
  const [oldest, newest] = (await api.request('GET', path)).body as Told[];
  const { body } = await api.request('GET', `${path}/${oldest?.version}`);
  expect(body).toMatchObject({
    statements: [first.query],
    rollback: ['drop table quarries'],
    created_by: OWNER.email,
  });
  const takeBack = (from: string | undefined) => api.request('DELETE', `${path}?gte=${from}`);
  const refused = await takeBack(oldest?.version);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining(String(newest?.version)),
  ]);
  const rollback = 'alter table quarries drop size';
  expect((await api.request('PATCH', `${path}/${newest?.version}`, { rollback })).status).toBe(200);
  expect((await takeBack(oldest?.version)).status).toBe(200);
  expect(await versions()).toEqual([]);
  expect(await api.rows(ref, "select to_regclass('quarries') as found")).toEqual([{ found: null }]);
});

test('a new password of the database lets in, and the former one nobody', async ({ api }) => {
  const { ref } = await api.createProject('Locked');
  const former = await api.connectionString(ref);
  const change = (password: string) =>
    api.request('PATCH', `/v1/projects/${ref}/database/password`, { password });
  expect((await change('short')).body).toMatchObject({ code: 'bad_request', field: 'password' });
  expect(await psql(former, 'select 1')).toBe('1');
  expect((await change(`${DATABASE_PASSWORD}-anew`)).status).toBe(200);
  await expect(psql(former, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(await psql(await api.connectionString(ref), 'select 1')).toBe('1');
});

test('all settings at once tell secrets to nobody, and to those who may see them whether they have the same', async ({
  api,
  basalt,
  project: { ref },
}) => {
  await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { external_github_secret: 'of the quarry' });
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  const settings = async (by: ApiClient) => (await by.request('GET', `/v2/projects/${ref}/config`)).body.data;
  expect(await settings(api)).toMatchObject({
    type: 'project_config',
    attributes: {
      auth: {
        external_github_secret: createHmac('sha256', ref).update('of the quarry').digest('hex'),
        external_google_secret: null,
      },
      database: { major_version: 17 },
    },
  });
  const { auth } = (await settings(reader)).attributes;
  expect(auth.external_github_secret).toMatch(/^•+$/);
});

test('people of another issuer are let in by its tokens for as long as it is trusted, and do not become the project', async ({
  api,
  basalt,
  project: { ref },
}) => {
  await api.rows(
    ref,
    `create table finds (finder text default auth.jwt() ->> 'sub', stone text);
     alter table finds enable row level security;
     create policy own on finds to authenticated using (finder = auth.jwt() ->> 'sub') with check (true);
     grant select, insert on finds to authenticated;
     insert into finds values ('somebody else', 'granite'), ('finder-1', 'marble')`,
  );
  const { url, anon } = await keysOf(api, basalt, ref);
  const { privateKey } = generateKeyPairSync('ec', P256);
  const tokenOf = (claims: object) =>
    forgeToken(
      { alg: 'ES256', kid: 'theirs' },
      { iss: THIRD_PARTY, sub: 'finder-1', exp: inSeconds(600), ...claims },
      privateKey,
      'ES256',
    );
  const ask = async (path: string, token: string) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { apikey: anon, authorization: `Bearer ${token}` },
    });
    return { status: answer.status, body: await answer.text() };
  };
  const finds = (claims: object) => ask('/rest/v1/finds?select=stone', tokenOf(claims));
  const person = { role: 'authenticated' };
  expect(await finds(person)).toMatchObject({ status: 401 });

  const address = `/v1/projects/${ref}/config/auth/third-party-auth`;
  const add = (body: object) => api.request('POST', address, body);
  // A secret is no public key.
  const secret = { kty: 'oct', k: 'c2VjcmV0', kid: 'theirs' };
  expect(await add({ custom_jwks: { keys: [secret] } })).toMatchObject({
    status: 400,
    body: { field: 'custom_jwks' },
  });
  expect(await add({ jwks_url: 'http://keys.example.com' })).toMatchObject({ body: { field: 'jwks_url' } });
  const { status, body } = await add({
    oidc_issuer_url: THIRD_PARTY,
    custom_jwks: { keys: [{ ...jwkOf(privateKey), kid: 'theirs' }] },
  });
  expect(status).toBe(201);
  // The private part that was sent along is not kept.
  expect(JSON.stringify(body)).not.toContain(privateKey.export({ format: 'jwk' }).d);

  expect(await finds(person)).toEqual({ status: 200, body: '[{"stone":"marble"}]' });
  expect((await finds({ ...person, iss: 'https://others.example.com' })).status).toBe(401);
  expect(await finds({ role: 'service_role' })).toMatchObject({
    status: 401,
    body: expect.stringContaining('service_role'),
  });
  // What the project itself signs, a link or a session, nobody else can.
  const link = tokenOf({ url: 'stones/secret.txt' });
  expect((await ask(`/storage/v1/object/sign/stones/secret.txt?token=${link}`, anon)).status).toBe(400);
  expect((await ask('/auth/v1/user', tokenOf(person))).status).toBe(403);

  expect((await api.request('DELETE', `${address}/${body.id}`)).status).toBe(200);
  expect((await finds(person)).status).toBe(401);
});

test('a project is found by its vanity subdomain as by its ref, by links of its auth service too, until another has it', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const { serviceRole } = await keysOf(api, basalt, ref);
  const label = `quarry-${ref.slice(0, 8)}`;
  const ask = (path: string) =>
    fetch(`${basalt.gatewayOrigin}/${label}${path}`, { headers: { apikey: serviceRole } });
  expect((await ask('/rest/v1/')).status).toBe(404);
  const address = `/v1/projects/${ref}/vanity-subdomain`;
  const { body } = await api.request('POST', `${address}/activate`, { vanity_subdomain: label });
  expect(`http://${body.custom_domain}`).toBe(`${basalt.gatewayOrigin}/${label}`);
  expect((await ask('/rest/v1/')).status).toBe(200);
  const description = await (await ask('/auth/v1/.well-known/openid-configuration')).json();
  expect(description).toMatchObject({ issuer: `${basalt.gatewayOrigin}/${label}/auth/v1` });
  expect((await fetch(`${basalt.gatewayOrigin}/${ref}/auth/v1/health`)).status).toBe(200);
  expect((await api.request('DELETE', address)).status).toBe(200);
  expect((await ask('/rest/v1/')).status).toBe(404);
});

const THIRD_PARTY = 'https://securetoken.example.com/quarry';
const P256 = { namedCurve: 'P-256' };
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' });

/** Versions of PostgreSQL go on: there are newer ones than clients were made for. */
const isMistake = (problem: string) => !/\.postgres_version: Invalid option/.test(problem);

function pathWith({ path }: Operation, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? MISSING);
}
