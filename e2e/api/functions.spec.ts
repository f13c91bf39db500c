import { createClient, FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import type { ApiClient } from '../basalt/api-client.ts';
import { clientOf, keysOf, type ProjectKeys } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

/** Deploys like the command line: a form with a file for each file and the metadata last. */
async function deploy(
  api: ApiClient,
  ref: string,
  slug: string,
  files: Record<string, string>,
  metadata: Record<string, unknown> = {},
  query = '',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  for (const [path, text] of Object.entries(files)) form.append('file', new File([text], path));
  const [entrypoint] = Object.keys(files);
  form.append('metadata', JSON.stringify({ name: slug, entrypoint_path: entrypoint, ...metadata }));
  const path = `/v1/projects/${ref}/functions/deploy?slug=${slug}${query}`;
  const answer = await api.send(path, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function deployed(
  api: ApiClient,
  ref: string,
  slug: string,
  text: string,
  metadata = {},
): Promise<void> {
  const { status, body } = await deploy(api, ref, slug, { 'index.ts': text }, metadata);
  expect([status, body.message]).toEqual([201, undefined]);
}

test.describe('functions, with the real client', () => {
  let ref: string;
  let keys: ProjectKeys;
  const call = (slug: string, init: RequestInit = {}) =>
    fetch(`${keys.url}/functions/v1/${slug}`, {
      ...init,
      headers: { authorization: `Bearer ${keys.anon}`, ...init.headers },
    });

  const serve = (api: ApiClient, slug: string, text: string, metadata = {}) =>
    deployed(api, ref, slug, text, metadata);

  test.beforeAll(async ({ api, basalt }) => {
    ({ ref } = await api.createProject('Functions'));
    keys = await keysOf(api, basalt, ref);
  });

  test('get what the client sends and answer what it understands', async ({ api }) => {
    await serve(
      api,
      'echo',
      `Deno.serve(async (request) => {
        const url = new URL(request.url);
        const headers = { 'content-type': request.headers.get('content-type') ?? 'text/plain', 'access-control-allow-origin': 'https://only.example' };
        if (request.method === 'OPTIONS') return new Response('ok', { headers: { ...headers, 'x-preflight': 'own' } });
        if (url.pathname === '/echo/about')
          return Response.json({ method: request.method, path: url.pathname, search: url.search, protocol: url.protocol, custom: request.headers.get('x-custom'), region: request.headers.get('x-region') });
        return new Response(request.body, { headers });
      });`,
    );
    const { functions } = clientOf(keys.url, keys.anon);
    expect((await functions.invoke('echo', { body: { a: [1, 'ä'] } })).data).toEqual({ a: [1, 'ä'] });
    expect((await functions.invoke('echo', { body: 'text' })).data).toBe('text');
    const blob = (await functions.invoke('echo', { body: new Blob([new Uint8Array([0, 255, 7])]) }))
      .data as Blob;
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 255, 7]);
    const form = new FormData();
    form.set('name', 'value');
    expect(((await functions.invoke('echo', { body: form })).data as FormData).get('name')).toBe('value');
    const about = await functions.invoke('echo/about?x=1', {
      method: 'GET',
      headers: { 'x-custom': 'yes' },
      region: 'eu-central-1' as never,
    });
    expect(about.data).toMatchObject({
      method: 'GET',
      path: '/echo/about',
      protocol: 'http:',
      custom: 'yes',
      region: 'eu-central-1',
    });
    // What browsers ask beforehand, and which origins may read the answer, is the function's to say.
    const preflight = await fetch(`${keys.url}/functions/v1/echo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('x-preflight')]).toEqual([200, 'own']);
    expect(
      (await call('echo', { method: 'POST', body: 'x' })).headers.get('access-control-allow-origin'),
    ).toBe('https://only.example');
    const large = 'x'.repeat(20_000_000);
    expect((await (await call('echo', { method: 'POST', body: large })).text()).length).toBe(large.length);
  });

  test('are called with a key or a token of the project, unless they need none', async ({ api }) => {
    await serve(api, 'open', "Deno.serve(() => new Response('open'))", { verify_jwt: false });
    await serve(api, 'closed', "Deno.serve(() => new Response('closed'))");
    const bare = (slug: string, headers: Record<string, string> = {}) =>
      fetch(`${keys.url}/functions/v1/${slug}`, { headers }).then(async (answer) => [
        answer.status,
        await answer.text(),
      ]);
    expect(await bare('open')).toEqual([200, 'open']);
    expect(await bare('closed')).toEqual([401, '{"code":401,"message":"Missing authorization header"}']);
    expect(await bare('closed', { authorization: 'Bearer nonsense' })).toEqual([
      401,
      '{"code":401,"message":"Invalid JWT"}',
    ]);
    expect((await bare('closed', { apikey: keys.publishable }))[0]).toBe(200);
    expect((await bare('missing'))[0]).toBe(404);
  });

  test('reach their own project by client, WebSocket and database, with their secrets', async ({ api }) => {
    const secrets = [
      { name: 'GREETING', value: 'good\nmorning "you"' },
      // A loader that is told this lists what it would load, and starts nothing.
      { name: 'LD_TRACE_LOADED_OBJECTS', value: '1' },
    ];
    expect((await api.request('POST', `/v1/projects/${ref}/secrets`, secrets)).status).toBe(201);
    const taken = await api.request('POST', `/v1/projects/${ref}/secrets`, [
      { name: 'SUPABASE_URL', value: 'x' },
    ]);
    expect([taken.status, taken.body.message]).toEqual([400, expect.stringContaining('SUPABASE_')]);
    await api.request('POST', `/v1/projects/${ref}/database/query`, {
      query:
        "create table if not exists notes (id int primary key, text text); insert into notes values (1, 'kept') on conflict do nothing; grant select on notes to service_role",
    });
    await serve(
      api,
      'home',
      `import { createClient } from 'jsr:@supabase/supabase-js@2.119.0';
       import postgres from 'npm:postgres@3';
       Deno.serve(async () => {
         const client = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!);
         const { data, error } = await client.from('notes').select();
         const sql = postgres(Deno.env.get('SUPABASE_DB_URL')!);
         const [row] = await sql\`select current_user as name\`;
         await sql.end();
         return Response.json({ data, error, role: row.name, greeting: Deno.env.get('GREETING'), traced: Deno.env.get('LD_TRACE_LOADED_OBJECTS') });
       });`,
    );
    const { data, error } = await clientOf(keys.url, keys.anon).functions.invoke('home');
    expect(error).toBeNull();
    expect(data).toEqual({
      data: [{ id: 1, text: 'kept' }],
      error: null,
      role: 'postgres',
      greeting: 'good\nmorning "you"',
      traced: '1',
    });
    const { packages } = (await api.request('GET', `/platform/projects/${ref}/functions/home/packages`))
      .body as { packages: { name: string; files: { path: string }[] }[] };
    const typed = packages.filter(({ files }) => files.some(({ path }) => /\.d\.[cm]?ts$/.test(path)));
    expect(typed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@supabase/supabase-js', 'postgres']),
    );
    const listed = await api.request('GET', `/v1/projects/${ref}/secrets`);
    expect(listed.body).toEqual(
      secrets.map(({ name }) => ({
        name,
        value: expect.stringMatching(/^[0-9a-f]{64}$/),
        updated_at: expect.any(String),
      })),
    );
  });

  test('fail with the status that says why, and others go on', async ({ api }) => {
    await serve(
      api,
      'bad',
      `Deno.serve(async (request) => {
        const what = new URL(request.url).searchParams.get('what');
        if (what === 'throw') throw new Error('on purpose');
        if (what === 'loop') for (;;) {}
        if (what === 'memory') { const kept = []; for (;;) kept.push(new Uint8Array(10_000_000).fill(1)); }
        if (what === 'exit') Deno.exit(3);
        return new Response('fine');
      });`,
    );
    await serve(api, 'boot', "throw new Error('at the start')");
    await serve(api, 'calm', "Deno.serve(() => new Response('calm'))");
    const status = async (slug: string) => {
      const answer = await call(slug);
      return [answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code];
    };
    const results = await Promise.all([status('bad?what=throw'), status('boot'), (await call('bad')).status]);
    expect(results).toEqual([[500, 'WORKER_ERROR'], [503, 'BOOT_ERROR'], 200]);
    expect(await status('bad?what=exit')).toEqual([500, 'WORKER_ERROR']);
    const [memory, other] = await Promise.all([
      status('bad?what=memory'),
      call('calm').then(({ status: one }) => one),
    ]);
    expect([memory, other]).toEqual([[546, 'WORKER_LIMIT'], 200]);
    expect(await status('bad?what=loop')).toEqual([546, 'WORKER_LIMIT']);
    expect((await call('bad')).status).toBe(200);
    const { functions } = clientOf(keys.url, keys.anon);
    expect((await functions.invoke('bad?what=throw')).error).toBeInstanceOf(FunctionsHttpError);
    const away = createClient('http://127.0.0.1:9', keys.anon, { auth: { persistSession: false } });
    expect((await away.functions.invoke('bad')).error).toBeInstanceOf(FunctionsFetchError);
  });

  test('tell what they wrote, what became of them and how their calls went', async ({ api }) => {
    await serve(
      api,
      'talker',
      `console.info('loaded');
       Deno.serve((request) => {
         if (request.method === 'DELETE') throw new Error('on purpose');
         console.warn('called with', { method: request.method });
         return new Response('said');
       });`,
    );
    const path = `/platform/projects/${ref}/functions/talker`;
    await call('talker', { method: 'PUT' });
    await call('talker/below', { method: 'DELETE' });
    const told = async (query = '') => {
      const { body } = await api.request('GET', `${path}/logs${query}`);
      return (body.lines as Record<string, string>[]).map(({ source, level, message }) =>
        [source, level, message?.split('\n')[0]].join(' '),
      );
    };
    await expect.poll(() => told('?level=error')).toEqual(['error error Error: on purpose']);
    expect(await told('?search=CALLED%20with&limit=1')).toEqual([
      'console warning called with { method: "PUT" }',
    ]);
    expect((await told()).at(-1)).toBe('console info loaded');
    expect((await told()).some((line) => line.startsWith('boot info Listening after'))).toBe(true);
    expect(await told('?to=2026-01-01T00:00:00Z')).toEqual([]);
    await expect
      .poll(async () => (await api.request('GET', `${path}/stats?interval=15min`)).body.total)
      .toMatchObject({ server_errors: 1, p50_ms: expect.any(Number), p95_ms: expect.any(Number) });
    const { body: stats } = await api.request('GET', `${path}/stats`);
    const buckets = stats.buckets as { invocations: number }[];
    expect([stats.bucket_seconds, buckets.length]).toEqual([60, 60]);
    expect(buckets.reduce((sum, { invocations }) => sum + invocations, 0)).toBe(
      (stats.total as { invocations: number }).invocations,
    );
    for (const [bad, status] of [
      [`${path}/logs?level=loud`, 400],
      [`${path}/logs?limit=501`, 400],
      [`${path}/logs?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`, 400],
      [`${path}/stats?interval=2min`, 400],
      [`/platform/projects/${ref}/functions/nobody/logs`, 404],
    ] as const)
      expect([bad, (await api.request('GET', bad)).status]).toEqual([bad, status]);
  });

  test('are called by webhooks and SQL of their own project, with the keys that these send', async ({
    api,
  }) => {
    await serve(
      api,
      'hooked',
      `Deno.serve(async (request) => Response.json({ body: await request.json(), from: request.headers.get('x-forwarded-for') }));`,
    );
    await api.rows(ref, 'create table public.letters (id int primary key)');
    const { status } = await api.request('POST', `/platform/projects/${ref}/database/webhooks`, {
      name: 'tell it',
      schema: 'public',
      table: 'letters',
      events: ['INSERT'],
      url: `${keys.url}/functions/v1/hooked`,
      method: 'POST',
      headers: [
        { name: 'authorization', value: `Bearer ${keys.anon}` },
        { name: 'x-forwarded-for', value: '203.0.113.9' },
      ],
      params: [],
      timeout_ms: 10_000,
    });
    expect(status).toBe(200);
    const another = keys.url.replace(ref, 'abcdefghijklmnopqrst');
    await api.rows(
      ref,
      `insert into public.letters values (7);
       select net.http_post('${keys.url}/functions/v1/hooked', '{"by": "SQL"}');
       select net.http_get('${keys.url}/auth/v1/health', timeout_milliseconds := 900);
       select net.http_get('${another}/auth/v1/health', timeout_milliseconds := 900);
       select net.http_get('${keys.url}/../abcdefghijklmnopqrst/auth/v1/health', timeout_milliseconds := 900);`,
    );
    const answers = () =>
      api.rows(ref, 'select status_code, content, error_msg from net._http_response order by id limit 3');
    await expect.poll(async () => (await answers()).length, { timeout: 15_000 }).toBe(3);
    const [told, asked, health] = await answers();
    expect(JSON.parse(String(told?.content))).toMatchObject({
      body: { type: 'INSERT', record: { id: 7 } },
      from: null,
    });
    // Without a key nobody gets in, and other services answer as they answer everybody.
    expect([asked?.status_code, health?.status_code]).toEqual([401, 200]);
    // What leads to another project is an address of this machine, which nobody may ask.
    const waiting = 'select url from net.http_request_queue';
    expect((await api.rows(ref, waiting)).length).toBe(2);
  });

  test('import by the names of their deno.json or import map, when they are deployed and when they run', async ({
    api,
  }) => {
    const words = (text: string) => `export const words = '${text}';`;
    const answerOf = async (
      entrypoint: string,
      files: Record<string, string>,
      map: string,
    ): Promise<string> => {
      const sent = { [entrypoint]: files[entrypoint] ?? '', ...files };
      const { status, body } = await deploy(api, ref, 'mapped', sent, {
        import_map_path: map,
      });
      expect([status, body.message]).toEqual([201, undefined]);
      return (await call('mapped')).text();
    };
    const index = `import { nanoid } from 'ids';
      import { words } from 'shared/words.ts';
      import { words as old } from './old/index.ts';
      Deno.serve(async () => {
        const { words: late } = await import('late');
        return new Response([words, old, late, nanoid(4).length].join(' '));
      });`;
    const map = `{ // with comments, as deno.json may have them
      "imports": { "ids": "npm:nanoid@5", "shared/": "../_shared/", "late": "./late.ts", "words": "./new.ts" },
      "scopes": { "./old/": { "words": "./old/words.ts" } }, }`;
    const files = {
      'fn/mapped/old/index.ts': "export { words } from 'words';",
      'fn/mapped/old/words.ts': words('scoped'),
      'fn/mapped/new.ts': words('unscoped'),
      'fn/mapped/late.ts': words('late'),
      'fn/_shared/words.ts': words('shared'),
    };
    for (const name of ['deno.json', 'deno.jsonc', 'import_map.json']) {
      const path = `fn/mapped/${name}`;
      const sent = { ...files, 'fn/mapped/index.ts': `${index} // ${name}`, [path]: map };
      expect(await answerOf('fn/mapped/index.ts', sent, path), name).toBe('shared scoped late 4');
    }
    // A map beside the functions, that deno.json names.
    const named = {
      ...files,
      'fn/mapped/index.ts': index,
      'fn/mapped/deno.json': '{ "importMap": "../import_map.json" }',
      'fn/import_map.json': map
        .replaceAll('./old', './mapped/old')
        .replaceAll('../_shared', './_shared')
        .replace('./late', './mapped/late')
        .replace('./new', './mapped/new'),
    };
    expect(await answerOf('fn/mapped/index.ts', named, 'fn/mapped/deno.json')).toBe('shared scoped late 4');
    const { status, body } = await deploy(
      api,
      ref,
      'mapped',
      { 'index.ts': "import 'nowhere';", 'deno.json': '{ "imports": { "nowhere": "./gone.ts" } }' },
      { import_map_path: 'deno.json' },
    );
    expect([status, body.message]).toEqual([400, expect.stringMatching(/gone\.ts/)]);
    expect(await (await call('mapped')).text()).toBe('shared scoped late 4');
  });

  test('are deployed as a whole, go back to former versions, and say where a mistake is', async ({ api }) => {
    const path = `/v1/projects/${ref}/functions/steps`;
    const text = async () => (await call('steps')).text();
    for (const version of ['one', 'two']) {
      await deployed(api, ref, 'steps', `Deno.serve(() => new Response('${version}'))`);
      expect(await text()).toBe(version);
    }
    const wrong = await deploy(api, ref, 'steps', {
      'index.ts': "const a = 1;\nDeno.serve(() => { return new Response('x' })",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.message).toContain('index.ts:2');
    for (const [name, said] of [
      ['https://modules.invalid/x.ts', 'https://modules.invalid/x.ts'],
      ['./missing.ts', 'missing.ts'],
      ['unnamed', 'unnamed'],
      ['npm:postgres@999.0.0', "'postgres' matching '999.0.0'"],
      ['jsr:@nobody/nothing', "'@nobody/nothing'"],
    ] as const) {
      const unknown = await deploy(api, ref, 'steps', { 'index.ts': `const a = 1;\nimport '${name}';` });
      expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining(said)]);
      expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringMatching(/index\.ts:2:\d/)]);
    }
    const outside = await deploy(api, ref, 'steps', { '../index.ts': 'x' });
    expect([outside.status, outside.body.message]).toEqual([400, expect.stringContaining('../index.ts')]);
    expect(await text()).toBe('two');
    const back = await api.request('POST', `/platform/projects/${ref}/functions/steps/rollback`, {
      version: 1,
    });
    expect([back.status, back.body.version]).toEqual([200, 3]);
    expect(await text()).toBe('one');
    const form = await (await api.send(`${path}/body`)).formData();
    expect(await (form.get('file') as File).text()).toContain("'one'");
    // Two deployments at once: both are versions, and one of them is served.
    await Promise.all(
      ['left', 'right'].map((side) =>
        deployed(api, ref, 'steps', `Deno.serve(() => new Response('${side}'))`),
      ),
    );
    expect(['left', 'right']).toContain(await text());
    expect((await api.request('DELETE', path)).status).toBe(200);
    expect((await call('steps')).status).toBe(404);
  });
});
