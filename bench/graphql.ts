import { Agent, get } from 'node:http';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import { untilQuiet } from './process-load.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const WARM_UP_SECONDS = 10;
const ROUNDS = 3;
const ROWS = 10_000;
const TABLES = 1_000;
const BUILDS = 5;

const SCHEMA = `
  create table public.items (
    id int primary key, user_id uuid not null default gen_random_uuid(), title text, price float8 default 1.5,
    done boolean default false, tags text[] default '{a,b}', meta jsonb default '{"k": [1, 2, 3]}',
    made timestamptz default now(), note text default 'some longer text for the row', amount numeric default 12.5);
  insert into public.items (id, title) select n, 'item ' || n from generate_series(1, ${ROWS}) n;
  create table public.parts (id int primary key, item_id int not null references public.items, name text);
  create index on public.parts (item_id);
  insert into public.parts select n, (n - 1) / 10 + 1, 'part ' || n from generate_series(1, ${ROWS}) n;
  create table public.marks (id int primary key, part_id int not null references public.parts, name text);
  create index on public.marks (part_id);
  insert into public.marks select n, (n - 1) / 5 + 1, 'mark ' || n from generate_series(1, ${ROWS}) n;
  create policy bench on public.items for select using (true);
  create policy bench on public.parts for select using (true);
  create policy bench on public.marks for select using (true);
  analyze public.items, public.parts, public.marks;`;

const ROW = 'id user_id title price done tags meta made note amount';
const BY_KEY = `query ($id: Int!) { itemsByPk(id: $id) { ${ROW} } }`;
const NESTED = `{ itemsCollection(first: 10) { edges { node { id title partsCollection(first: 10) { edges { node { id name
  marksCollection(first: 5) { edges { node { id name } } } } } } } } } }`;
const NESTED_REST =
  '/items?select=id,title,parts(id,name,marks(id,name))&order=id&limit=10&parts.limit=10&parts.marks.limit=5';

/** GraphQL over HTTP beside the same reads through the Data API, and how long the schema of many tables takes. */
export async function measureGraphql(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench GraphQL');
  const { anon } = await keysOf(api, basalt, ref);
  await api.rows(ref, SCHEMA);
  const target = { host: '127.0.0.1', port: Number(new URL(basalt.gatewayOrigin).port) };
  const headers = { apikey: anon, 'content-type': 'application/json' };
  const load = async (asked: { path: string; body?: string }, seconds: number) => {
    const method = asked.body === undefined ? ('GET' as const) : ('POST' as const);
    const path = `/${ref}${asked.path}`;
    const request = { ...target, ...asked, method, path, headers, ids: ROWS };
    const result = await httpLoad({ ...request, connections: CONNECTIONS, seconds });
    if (result.statuses['200'] !== result.requests)
      throw new Error(`${path} answered ${JSON.stringify(result.statuses)}`);
    return result.perSecond;
  };
  const graphql = (query: string, variables: string) => ({
    path: '/graphql/v1',
    body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
  });
  const beside = async (
    name: string,
    ours: { path: string; body?: string },
    rest: string,
    most: number | null,
  ) => {
    await load(ours, WARM_UP_SECONDS);
    await load({ path: rest }, WARM_UP_SECONDS / 2);
    await untilQuiet(basalt.home);
    const rounds: { ours: number; rest: number }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ ours: await load(ours, SECONDS), rest: await load({ path: rest }, SECONDS) });
    const [graphqlRate, restRate] = [
      median(rounds.map((one) => one.ours)),
      median(rounds.map((one) => one.rest)),
    ];
    const note = `${Math.round(graphqlRate)}/s beside ${Math.round(restRate)}/s`;
    const value = median(rounds.map((one) => one.rest / one.ours));
    return { name, value, unit: 'times' as const, target: most, note };
  };
  return [
    await beside(
      'GraphQL: one row by key, beside the Data API',
      graphql(BY_KEY, '{"id":{id}}'),
      '/rest/v1/items?id=eq.{id}',
      2.5,
    ),
    await beside(
      'GraphQL: 10 × 10 × 5 rows, beside the Data API',
      graphql(NESTED, '{}'),
      `/rest/v1${NESTED_REST}`,
      null,
    ),
    ...(await measureSchema(context, ref, headers)),
  ];
}

/** From nothing: read from the database, built for the role, and a first question answered by it. */
async function measureSchema(
  { api, basalt }: BenchContext,
  ref: string,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const columns = Array.from({ length: 9 }, (_, i) => `c${i} text`).join(', ');
  await api.rows(
    ref,
    `do $$ begin for i in 1..${TABLES} loop execute format('create table public.wide_%s (id int primary key, ${columns})', i); end loop; end $$`,
  );
  const ask = async (query: string) => {
    const answer = await fetch(`${basalt.gatewayOrigin}/${ref}/graphql/v1`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    const text = await answer.text();
    if (answer.status !== 200 || text.includes('"errors"'))
      throw new Error(`GraphQL answered ${text.slice(0, 500)}`);
    return text.length;
  };
  const port = Number(new URL(basalt.gatewayOrigin).port);
  const builds: number[] = [];
  for (let round = 0; round < BUILDS; round++) {
    // Other settings: what was known is not used again.
    const { status } = await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { max_rows: 900 + round });
    if (status !== 200) throw new Error(`The settings were not changed: ${status}`);
    builds.push(await time(() => ask('{ wide_1000Collection(first: 1) { edges { node { id } } } }')));
  }
  await api.rows(ref, `comment on schema public is '@graphql({"introspection": true})'`);
  await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { max_rows: 1_000 });
  const body = JSON.stringify({
    query:
      '{ __schema { types { kind name possibleTypes { name } fields { name args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } } } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { name } } } }',
  });
  const readings: number[] = [];
  const waits: number[] = [];
  let bytes = 0;
  for (let round = 0; round < BUILDS; round++) {
    await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { max_rows: 900 + round });
    await ask('{ __typename }');
    const others = waitingOthers(port, `/${ref}/rest/v1/`);
    readings.push(
      await time(async () => {
        const path = `${basalt.gatewayOrigin}/${ref}/graphql/v1`;
        const answer = await fetch(path, { method: 'POST', headers, body });
        bytes = 0;
        // Not put together: that would hold up those who are measured meanwhile.
        for await (const chunk of answer.body ?? []) bytes += chunk.length;
      }),
    );
    waits.push(await others.end());
  }
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  return [
    {
      name: `GraphQL: schema of ${TABLES} tables, from nothing`,
      value: median(builds),
      unit: 'ms',
      target: 500,
    },
    {
      name: `GraphQL: the same, read as a whole`,
      value: median(readings),
      unit: 'ms',
      target: null,
      note: `${(bytes / 1_000_000).toFixed(1)} MB`,
    },
    {
      name: 'GraphQL: longest wait of another request meanwhile',
      value: median(waits),
      unit: 'ms',
      target: 30,
      note: `${waits.map((wait) => Math.round(wait)).join(', ')} ms in ${BUILDS} rounds`,
    },
  ];
}

/** Asks again and again for what the gateway refuses without a look at any database. @returns the longest answer took, in ms */
function waitingOthers(port: number, path: string): { end(): Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  let longest = 0;
  const ask = () =>
    new Promise<void>((done, failed) => {
      get({ port, path, agent }, (answer) => answer.resume().once('end', done)).once('error', failed);
    });
  const asking = (async () => {
    while (!isOver) longest = Math.max(longest, await time(ask));
    agent.destroy();
  })();
  return {
    end: async () => {
      isOver = true;
      await asking;
      return longest;
    },
  };
}
