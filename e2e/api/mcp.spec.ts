import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import type { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

/** The client of the official SDK, with somebody's access token. */
async function connect(basalt: Basalt, api: ApiClient, query: string) {
  const client = new Client({ name: 'journey', version: '1' });
  const send = (url: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url);
    return api.send(pathname + search, { ...init, headers: Object.fromEntries(new Headers(init.headers)) });
  };
  const transport = new StreamableHTTPClientTransport(new URL(`${basalt.origin}/mcp${query}`), {
    fetch: send,
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** What a tool said. */
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const answer = await client.callTool({ name, arguments: input });
  const [content] = answer.content as { text: string }[];
  return { isError: answer.isError === true, text: content?.text ?? '' };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();

test('a client reads a project and changes nothing', async ({ api, basalt, project }) => {
  await api.rows(
    project.ref,
    `create table if not exists public.mcp_rocks (id int primary key, note text);
     insert into public.mcp_rocks values (1, 'basalt') on conflict do nothing`,
  );
  const client = await connect(basalt, api, `?project_ref=${project.ref}`);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['list_tables', 'execute_sql', 'get_advisors', 'get_logs', 'search_docs']),
  );
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect((await call(client, 'list_tables')).text).toContain('mcp_rocks');
  expect((await call(client, 'execute_sql', { sql: 'select note from public.mcp_rocks' })).text).toContain(
    'basalt',
  );
  for (const sql of [
    'delete from public.mcp_rocks',
    'select 1; delete from public.mcp_rocks',
    'with gone as (delete from public.mcp_rocks returning *) select * from gone',
    'select encrypted_password from auth.users',
    'select decrypted_secret from vault.decrypted_secrets',
  ])
    expect(await call(client, 'execute_sql', { sql }), sql).toMatchObject({ isError: true });
  expect((await call(client, 'search_docs', { query: 'restore point' })).text).toContain('backups');
  expect(await api.rows(project.ref, 'select * from public.mcp_rocks')).toHaveLength(1);
  await client.close();
});

test('its address says which groups there are, and whether it may write', async ({
  api,
  basalt,
  project,
}) => {
  const docs = await connect(basalt, api, `?project_ref=${project.ref}&features=docs`);
  expect(await namesOf(docs)).toEqual(['search_docs']);
  const writing = await connect(basalt, api, `?project_ref=${project.ref}&features=database&read_only=false`);
  expect(await call(writing, 'execute_sql', { sql: 'create table public.mcp_made (id int)' })).toMatchObject({
    isError: false,
  });
  expect((await call(writing, 'list_tables')).text).toContain('mcp_made');
  await api.rows(project.ref, 'drop table public.mcp_made');

  const account = await connect(basalt, api, '');
  expect((await call(account, 'list_projects')).text).toContain(project.ref);
  expect((await call(account, 'list_schemas', { project_ref: project.ref })).text).toContain('public');
  expect((await call(account, 'list_schemas', { project_ref: 'a'.repeat(20) })).isError).toBe(true);
});

test('a token opens what its owner may, and nothing opens without one', async ({ api, basalt, project }) => {
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  const client = await connect(basalt, reader, `?project_ref=${project.ref}&read_only=false`);
  expect(await namesOf(client)).not.toContain('deploy_edge_function');
  const refused = await call(client, 'execute_sql', { sql: 'create table public.mcp_forbidden (id int)' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('read-only transaction') });

  const ask = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${basalt.origin}/mcp${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const bearer = { authorization: `Bearer ${OWNER.accessToken}` };
  expect((await ask('')).status).toBe(401);
  expect((await ask('', { authorization: 'Bearer sbp_nobody' })).status).toBe(401);
  expect((await ask('', { ...bearer, origin: 'https://evil.test' })).status).toBe(403);
  expect((await ask('?project_ref=zzzzzzzzzzzzzzzzzzzz', bearer)).status).toBe(404);
  for (const query of ['?features=everything', '?read_only=maybe', '?project_ref=x', '?superuser=true'])
    expect((await ask(query, bearer)).status, query).toBe(400);
  expect((await fetch(`${basalt.origin}/mcp`)).status).toBe(405);

  const slug = await api.organization();
  await api.request('PATCH', `/platform/organizations/${slug}`, { hipaa_addon: true });
  expect((await ask(`?project_ref=${project.ref}`, bearer)).status).toBe(403);
  // Not even names are told.
  const outside = await connect(basalt, api, '');
  for (const tool of ['list_organizations', 'list_projects'])
    expect(await call(outside, tool), tool).toEqual({
      isError: false,
      text: expect.not.stringContaining(slug),
    });
  expect((await call(outside, 'list_projects')).text).not.toContain(project.ref);
  await api.request('PATCH', `/platform/organizations/${slug}`, { hipaa_addon: false });
  expect((await ask(`?project_ref=${project.ref}`, bearer)).status).toBe(200);
  expect((await call(outside, 'list_projects')).text).toContain(project.ref);
});

test('a limited token sees and does what its role and its project allow', async ({
  api,
  basalt,
  project,
}) => {
  const { ref: other } = await api.createProject('Another');
  const writing = 'read_only=false';
  const make = { sql: 'create table public.mcp_limited (id int)' };

  await test.step('a role', async () => {
    const reader = await apiAs(basalt, OWNER, { role: 'Read-only' });
    const everywhere = await connect(basalt, reader, `?${writing}`);
    expect(await namesOf(everywhere)).not.toContain('deploy_edge_function');
    expect((await everywhere.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(
      true,
    );
    for (const project_ref of [project.ref, other]) {
      expect((await call(everywhere, 'list_schemas', { project_ref })).text).toContain('public');
      expect((await call(everywhere, 'execute_sql', { project_ref, ...make })).isError).toBe(true);
      const here = await connect(basalt, reader, `?project_ref=${project_ref}&${writing}`);
      expect((await call(here, 'execute_sql', { sql: 'select 40 + 2 as n' })).text).toContain('42');
      expect((await call(here, 'execute_sql', make)).isError).toBe(true);
      // A client may call what it was not offered.
      expect((await call(here, 'deploy_edge_function', { name: 'limited', code: '1' })).isError).toBe(true);
    }
    expect((await call(everywhere, 'list_organizations')).text).toContain('Read-only');
  });

  await test.step('a project', async () => {
    const own = await apiAs(basalt, OWNER, { project: other });
    const everywhere = await connect(basalt, own, `?${writing}`);
    const { text: projects } = await call(everywhere, 'list_projects');
    expect([projects.includes(other), projects.includes(project.ref)]).toEqual([true, false]);
    expect((await call(everywhere, 'list_organizations')).text).toContain('Read-only');
    for (const [tool, input] of [
      ['list_tables', {}],
      ['execute_sql', make],
      ['get_logs', { service: 'rest' }],
      ['deploy_edge_function', { name: 'limited', code: 'Deno.serve(() => new Response())' }],
      ['search_docs', { query: 'backups' }],
    ] as const)
      expect(await call(everywhere, tool, { project_ref: project.ref, ...input }), tool).toMatchObject({
        isError: true,
        text: expect.stringContaining('no project'),
      });
    expect(await call(everywhere, 'execute_sql', { project_ref: other, ...make })).toMatchObject({
      isError: false,
    });
    await expect(connect(basalt, own, `?project_ref=${project.ref}`)).rejects.toThrow(/no project/);
    await connect(basalt, own, `?project_ref=${other}`);
  });

  await test.step('both', async () => {
    const reader = await apiAs(basalt, OWNER, { role: 'Read-only', project: other });
    const here = await connect(basalt, reader, `?project_ref=${other}&${writing}`);
    expect((await call(here, 'list_tables')).text).toContain('mcp_limited');
    expect((await call(here, 'execute_sql', { sql: 'drop table public.mcp_limited' })).isError).toBe(true);
    await expect(connect(basalt, reader, `?project_ref=${project.ref}`)).rejects.toThrow(/no project/);
  });
  expect(await api.rows(project.ref, "select to_regclass('public.mcp_limited')::text as it")).toEqual([
    { it: null },
  ]);
});
