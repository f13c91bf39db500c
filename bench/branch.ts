import { type BenchContext, time, until, untilItAnswers } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, percentile } from './figure.ts';
import { pgbench } from './pgbench.ts';
import { untilQuiet } from './process-load.ts';

const MB = 1024 * 1024;
const ROUNDS = 5;
/** About 1 GB in four tables with a key each. */
const TABLES = 4;
const ROWS = 260_000;
const fill = (table: number) => `
  create table public.part_${table} (id int primary key, body text, at timestamptz default now());
  insert into public.part_${table} (id, body)
    select n, repeat(md5(n::text), 14) || string_agg(md5((n * 31 + part)::text), '')
    from generate_series(1, ${ROWS}) n, generate_series(1, 14) part group by n`;
const COUNTERS = `
  create table public.counters (id int primary key, n int not null);
  insert into public.counters select n, 0 from generate_series(1, 10000) n`;
const LOAD = {
  setup: '\\set id random(1, 10000)',
  statements: ['update public.counters set n = n + 1 where id = :id'],
  variables: {},
  clients: 2,
  seconds: 20,
} as const;

/** From `POST …/branches` with data to the first query of the branch, of a small and of a large project, with writers at work. */
export async function measureBranches(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench branches');
  await api.rows(ref, COUNTERS);
  await untilQuiet(basalt.home);
  const small: number[] = [];
  for (let round = 0; round < ROUNDS; round++) small.push(await branch(context, ref));
  for (let table = 0; table < TABLES; table++) await api.rows(ref, fill(table));
  const [size] = await api.rows(ref, 'select pg_database_size(current_database())::float8 as bytes');
  await untilQuiet(basalt.home);
  const socket = await databaseSocket(context, ref);
  const alone = await pgbench(socket, 'postgres', LOAD);
  const large: number[] = [];
  const load = pgbench(socket, 'postgres', LOAD);
  large.push(await branch(context, ref));
  const beside = await load;
  for (let round = 1; round < 3; round++) large.push(await branch(context, ref));
  return [
    {
      name: 'branch of a new project to first query, p50',
      value: percentile(small, 0.5),
      unit: 'ms',
      target: 1_000,
      note: `worst ${percentile(small, 1).toFixed(0)} ms, ${ROUNDS} times`,
    },
    {
      name: 'branch of 1 GB to first query, worst',
      value: percentile(large, 1),
      unit: 'ms',
      target: 5_000,
      note: `${(Number(size?.bytes) / MB).toFixed(0)} MB; p50 ${percentile(large, 0.5).toFixed(0)} ms, 3 times, once while pgbench writes`,
    },
    {
      name: 'slowdown of pgbench in 20 s with a branch of 1 GB',
      value: Math.max(0, (1 - beside / alone) * 100),
      unit: '%',
      target: 10,
      note: `${beside.toFixed(0)} of ${alone.toFixed(0)} transactions a second`,
    },
  ];
}

/** Milliseconds. The branch is deleted afterwards. */
async function branch(context: BenchContext, ref: string): Promise<number> {
  const { api, basalt } = context;
  let made = '';
  const took = await time(async () => {
    const input = { branch_name: `bench/${Date.now()}`, with_data: true };
    const { status, body } = await api.request('POST', `/v1/projects/${ref}/branches`, input);
    if (status !== 201) throw new Error(`No branch was created: ${JSON.stringify(body)}`);
    made = body.project_ref;
    await untilItAnswers(context, made);
  });
  await until('A status', async () => {
    const { body } = await api.request('GET', `/v1/projects/${made}`);
    return body.status === 'ACTIVE_HEALTHY';
  });
  await api.request('DELETE', `/v1/branches/${made}`);
  await untilQuiet(basalt.home);
  return took;
}
