import { openPipeline, type Pipeline, type PipelineStatement } from '../packages/postgres/src/index.ts';
import type { BenchContext } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, percentile } from './figure.ts';
import { pgbench } from './pgbench.ts';
import { untilQuiet } from './process-load.ts';

const CALLERS = 32;
const PGBENCH_CLIENTS = 8;
const SECONDS = 4;
const ROWS = 10_000;
const CLAIMS = JSON.stringify({
  sub: '11111111-1111-4111-8111-111111111111',
  role: 'authenticated',
  aud: 'authenticated',
  email: 'someone@example.com',
  exp: 1_999_999_999,
});

const TABLES = `
  create table public.bench_items (
    id int primary key, user_id uuid default gen_random_uuid(), title text, price float8 default 1.5,
    done boolean default false, tags text[] default '{a,b}', meta jsonb default '{"k": [1, 2, 3]}',
    made timestamptz default now(), note text default 'some longer text for the row', amount numeric default 12.5);
  insert into public.bench_items (id, title) select n, 'item ' || n from generate_series(1, ${ROWS}) n;
  create policy bench on public.bench_items for select to authenticated using (true);
  create table public.bench_notes (id bigint generated always as identity primary key, body text);
  create policy bench on public.bench_notes to authenticated using (true) with check (true);
  analyze public.bench_items`;

const SETTINGS =
  "select pg_catalog.set_config('role', $role, true), pg_catalog.set_config('request.jwt.claims', $claims, true)";

interface Shape {
  name: string;
  pool: 'short' | 'long';
  /** With `$id` where a number between 1 and `ids` belongs. */
  sql: string;
  ids: number;
  /** The most that pgbench may be faster, in times. */
  target: number;
}

const SHAPES: Shape[] = [
  {
    name: 'one row by key',
    pool: 'short',
    sql: 'select json_agg(t)::text from (select * from public.bench_items where id = $id) t',
    ids: ROWS,
    target: 2,
  },
  {
    name: '100 rows',
    pool: 'short',
    sql: 'select json_agg(t)::text from (select * from public.bench_items where id >= $id::int order by id limit 100) t',
    ids: ROWS - 100,
    target: 1 / 0.6,
  },
  {
    name: 'durable insert',
    pool: 'long',
    sql: "with t as (insert into public.bench_notes (body) values ('note ' || $id::int) returning id) select json_agg(t)::text from t",
    ids: ROWS,
    target: 2,
  },
];

/** The pipelining client in this process, without HTTP, against pgbench with the same SQL. */
export async function measurePipeline(context: BenchContext): Promise<Figure[]> {
  const { ref } = await context.api.createProject('Bench pipeline');
  await context.api.rows(ref, TABLES);
  const socket = await databaseSocket(context, ref);
  const pipeline = openPipeline({ ...socket, user: 'authenticator' });
  const figures: Figure[] = [];
  try {
    for (const shape of SHAPES) {
      await untilQuiet(context.basalt.home);
      await ours(pipeline, shape, 0.5);
      const { perSecond, latencies } = await ours(pipeline, shape, SECONDS);
      const theirs = await pgbench(socket, 'authenticator', {
        setup: `\\set id random(1, ${shape.ids})`,
        statements: [
          SETTINGS.replace('$role', ':role').replace('$claims', ':claims'),
          shape.sql.replace('$id', ':id'),
        ],
        variables: { role: 'authenticated', claims: CLAIMS },
        clients: PGBENCH_CLIENTS,
        seconds: SECONDS,
      });
      const rates = `${Math.round(perSecond)}/s, pgbench ${Math.round(theirs)}/s, ${CALLERS} callers`;
      figures.push(
        {
          name: `pgbench / client, ${shape.name}`,
          value: theirs / perSecond,
          unit: 'times',
          target: shape.target,
          note: rates,
        },
        { name: `client, ${shape.name}, p50`, value: percentile(latencies, 0.5), unit: 'ms', target: null },
        { name: `client, ${shape.name}, p99`, value: percentile(latencies, 0.99), unit: 'ms', target: null },
      );
    }
  } finally {
    await pipeline.close();
  }
  return figures;
}

async function ours(pipeline: Pipeline, shape: Shape, seconds: number) {
  const settings: PipelineStatement = {
    sql: SETTINGS.replace('$role', '$1').replace('$claims', '$2'),
    values: ['authenticated', CLAIMS],
    reuse: true,
    planKey: 'authenticated',
  };
  const query = { sql: shape.sql.replace('$id', '$1'), reuse: true, planKey: 'authenticated' };
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      const id = String(1 + Math.floor(Math.random() * shape.ids));
      await pipeline.run([settings, { ...query, values: [id] }], { pool: shape.pool });
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { perSecond: latencies.length / seconds, latencies };
}
