import { readFile } from 'node:fs/promises';
import { processesOfHome } from '../e2e/basalt/home-processes.ts';
import { clientOf, keysOf } from '../e2e/basalt/project-api.ts';
import type { BenchContext } from './bench-context.ts';
import { type DatabaseSocket, databaseSocket } from './database-socket.ts';
import { type Figure, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import { pgbench } from './pgbench.ts';
import { untilQuiet } from './process-load.ts';
import { type RestCall, readSchema, statementsOf } from './rest-sql.ts';
import { type WrkResult, wrk } from './wrk.ts';

const CONNECTIONS = 32;
const PGBENCH_CLIENTS = 8;
const SECONDS = 3;
const WARM_UP_SECONDS = 10;
const ROWS = 10_000;
/** Each pair is measured so often, one after the other; the median counts. */
const ROUNDS = 3;
const PASSWORD = 'columns of stone';

/** Ten columns, 100 rows of which are some 22 kB of JSON; the second table is the same behind a policy about the user. */
const table = (name: string, policy: string) => `
  create table public.${name} (
    id int primary key, user_id uuid not null, title text, price float8 default 1.5,
    done boolean default false, tags text[] default '{a,b}', meta jsonb default '{"k": [1, 2, 3]}',
    made timestamptz default now(), note text default 'some longer text for the row', amount numeric default 12.5);
  create policy bench on public.${name} for select to authenticated using (${policy});
  insert into public.${name} (id, user_id, title) select n, '{user}', 'item ' || n from generate_series(1, ${ROWS}) n;
  analyze public.${name};`;
const SCHEMA = `
  ${table('open_items', 'true')}
  ${table('own_items', 'user_id = (select auth.uid())')}
  create table public.notes (id bigint generated always as identity primary key, body text, user_id uuid default auth.uid());
  create policy bench on public.notes to authenticated with check (true);
  create table public.own_notes (id bigint generated always as identity primary key, body text, user_id uuid default auth.uid());
  create policy bench on public.own_notes to authenticated with check (user_id = (select auth.uid()));`;

interface Shape {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** The same behind row level security. */
  ownPath: string;
  body?: string;
  ids: number;
  /** How many times as fast pgbench may be. */
  target: number;
  maxP99: number | null;
}

const SHAPES: Shape[] = [
  {
    name: 'one row by key',
    method: 'GET',
    path: '/open_items?id=eq.{id}',
    ownPath: '/own_items?id=eq.{id}',
    ids: ROWS,
    target: 1 / 0.65,
    maxP99: 4,
  },
  {
    name: '100 rows of 10 columns',
    method: 'GET',
    path: '/open_items?id=gt.{id}&order=id&limit=100',
    ownPath: '/own_items?id=gt.{id}&order=id&limit=100',
    ids: ROWS - 200,
    target: 1 / 0.6,
    maxP99: null,
  },
  {
    name: 'durable insert',
    method: 'POST',
    path: '/notes',
    ownPath: '/own_notes',
    body: '{"body":"note {id}"}',
    ids: ROWS,
    target: 1 / 0.6,
    maxP99: null,
  },
];

/** The Data API over HTTP, against pgbench running the very same statements in pipelined transactions. */
export async function measureRest(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench REST');
  const keys = await keysOf(api, basalt, ref);
  const admin = clientOf(keys.url, keys.serviceRole).auth.admin;
  const email = 'bench@example.com';
  const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const user = data.user?.id ?? '';
  await api.rows(ref, SCHEMA.replaceAll('{user}', user));
  const signedIn = await clientOf(keys.url, keys.anon).auth.signInWithPassword({ email, password: PASSWORD });
  const token = signedIn.data.session?.access_token ?? '';
  const bench: Bench = {
    context,
    ref,
    headers: { apikey: keys.anon, authorization: `Bearer ${token}` },
    user,
    claimsJson: Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    socket: await databaseSocket(context, ref),
  };
  const figures: Figure[] = [];
  for (const shape of SHAPES) figures.push(...(await measureShape(bench, shape)));
  figures.push(await measureSignIns(bench, keys.anon, email));
  figures.push(await measureMemory(bench));
  return figures;
}

interface Bench {
  context: BenchContext;
  ref: string;
  headers: Record<string, string>;
  claimsJson: string;
  user: string;
  socket: DatabaseSocket;
}

async function measureShape(bench: Bench, shape: Shape): Promise<Figure[]> {
  const cache = await readSchema(bench.socket);
  // Until the compiler of the runtime has seen what is hot.
  await load(bench, shape, shape.path, WARM_UP_SECONDS);
  await load(bench, shape, shape.ownPath, 1);
  await untilQuiet(bench.context.basalt.home);
  const open: WrkResult[] = [];
  const own: WrkResult[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    open.push(await load(bench, shape, shape.path, SECONDS));
    own.push(await load(bench, shape, shape.ownPath, SECONDS));
    const call: RestCall = {
      method: shape.method,
      path: shape.path,
      headers: requestHeaders(bench, shape),
      role: 'authenticated',
      claimsJson: bench.claimsJson,
      subject: bench.user,
      ...(shape.body === undefined ? {} : { body: shape.body }),
    };
    theirs.push(
      await pgbench(bench.socket, 'authenticator', {
        setup: `\\set id random(1, ${shape.ids})`,
        ...statementsOf(call, cache),
        clients: PGBENCH_CLIENTS,
        seconds: SECONDS,
      }),
    );
  }
  const rate = median(open.map(({ perSecond }) => perSecond));
  const ownRate = median(own.map(({ perSecond }) => perSecond));
  const limit = median(theirs);
  return [
    {
      name: `pgbench / REST, ${shape.name}`,
      value: limit / rate,
      unit: 'times',
      target: shape.target,
      note: `${Math.round(rate)}/s, pgbench ${Math.round(limit)}/s, ${CONNECTIONS} connections`,
    },
    {
      name: `REST, ${shape.name}, p99`,
      value: median(open.map(({ p99 }) => p99)),
      unit: 'ms',
      target: shape.maxP99,
      note: `p50 ${median(open.map(({ p50 }) => p50)).toFixed(2)} ms`,
    },
    {
      name: `REST open / own rows, ${shape.name}`,
      value: rate / ownRate,
      unit: 'times',
      target: 1 / 0.85,
      note: `${Math.round(ownRate)}/s with user_id = (select auth.uid())`,
    },
  ];
}

/** How long others wait while people sign in: hashing must not stop the process that serves everybody. */
async function measureSignIns(bench: Bench, anon: string, email: string): Promise<Figure> {
  const shape = SHAPES[0] as Shape;
  let signIns = 0;
  let over = false;
  const signing = Array.from({ length: 2 }, async () => {
    while (!over) {
      const answer = await fetch(
        `${bench.context.basalt.gatewayOrigin}/${bench.ref}/auth/v1/token?grant_type=password`,
        {
          method: 'POST',
          headers: { apikey: anon, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        },
      );
      await answer.arrayBuffer();
      if (answer.status === 200) signIns += 1;
    }
  });
  const result = await httpLoad({ ...loadOf(bench, shape, shape.path), connections: 1, seconds: SECONDS });
  over = true;
  await Promise.all(signing);
  return {
    name: 'REST, one row, p99 beside password sign-ins',
    value: result.p99,
    unit: 'ms',
    target: 50,
    note: `p50 ${result.p50.toFixed(2)} ms, ${(signIns / SECONDS).toFixed(1)} sign-ins a second`,
  };
}

/** Memory of the gateway after a million requests, in times of what it was when warm. */
async function measureMemory(bench: Bench): Promise<Figure> {
  const shape = SHAPES[0] as Shape;
  const requests = (count: number) =>
    httpLoad({ ...loadOf(bench, shape, shape.path), seconds: 3_600, requests: count });
  await requests(300_000);
  const before = await gatewayMemory(bench.context.basalt.home);
  const result = await requests(1_000_000);
  const after = await gatewayMemory(bench.context.basalt.home);
  const failed = result.requests - (result.statuses['200'] ?? 0);
  return {
    name: 'gateway memory after 1,000,000 requests',
    value: after / before,
    unit: 'times',
    target: 1.15,
    note: `${before.toFixed(0)} MB, then ${after.toFixed(0)} MB; ${failed} failed`,
  };
}

async function gatewayMemory(home: string): Promise<number> {
  const gateway = (await processesOfHome(home)).find(({ command }) => command.includes('gateway-process'));
  const text = await readFile(`/proc/${gateway?.pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1]) / 1_000;
}

async function load(bench: Bench, shape: Shape, path: string, seconds: number): Promise<WrkResult> {
  const result = await wrk({ ...loadOf(bench, shape, path), seconds });
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed.`);
  return result;
}

function loadOf(bench: Bench, shape: Shape, path: string) {
  const { hostname, port } = new URL(bench.context.basalt.gatewayOrigin);
  return {
    host: hostname,
    port: Number(port),
    method: shape.method,
    path: `/${bench.ref}/rest/v1${path}`,
    ids: shape.ids,
    headers: requestHeaders(bench, shape),
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...(shape.body === undefined ? {} : { body: shape.body }),
  };
}

function requestHeaders(bench: Bench, shape: Shape): Record<string, string> {
  return shape.method === 'POST'
    ? { ...bench.headers, 'content-type': 'application/json', prefer: 'return=minimal' }
    : bench.headers;
}
