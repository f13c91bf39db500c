import { type BenchContext, time } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { memoryOfHome, untilQuiet } from './process-load.ts';

const BRANCHES = 20;
const ROUNDS = 5;
/** 100 tables with an index, a view or a function each: 300 objects beside their columns and keys. */
const OBJECTS = Array.from(
  { length: 100 },
  (_, n) => `
  create table public.t${n} (id bigint generated always as identity primary key, name text not null, at timestamptz default now());
  create index t${n}_name on public.t${n} (name);
  ${n % 2 === 0 ? `create view public.v${n} as select id, name from public.t${n}` : `create function public.f${n}() returns bigint language sql stable as $$ select count(*) from public.t${n} $$`};`,
).join('');
const CHANGES = Array.from(
  { length: 20 },
  (_, n) =>
    `alter table public.t${n * 5} add column more int; create table public.new${n} (id int primary key);`,
).join('');

/** What 20 idle branches take, and how long it takes to compare two schemas of 300 objects. */
export async function measureManyBranches({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench many branches');
  await untilQuiet(basalt.home);
  const memory = async () =>
    Object.values(await memoryOfHome(basalt.home)).reduce((sum, size) => sum + size, 0);
  const before = await memory();
  const made: string[] = [];
  for (let n = 0; n < BRANCHES; n++) {
    const input = { branch_name: `many/${n}`, with_data: true };
    const { body } = await api.request('POST', `/v1/projects/${ref}/branches`, input);
    await api.waitForStatus(body.project_ref, 'ACTIVE_HEALTHY');
    made.push(body.project_ref);
  }
  await untilQuiet(basalt.home);
  const idle = (await memory()) - before;
  for (const each of made.slice(1)) await api.request('DELETE', `/v1/branches/${each}`);
  const [branch = ''] = made;
  await api.rows(ref, OBJECTS);
  await api.rows(branch, OBJECTS + CHANGES);
  await untilQuiet(basalt.home);
  const compared: number[] = [];
  let statements = 0;
  for (let round = 0; round < ROUNDS; round++)
    compared.push(
      await time(async () => {
        const { body } = await api.request('GET', `/platform/branches/${branch}/diff`);
        statements = body.statements.length;
      }),
    );
  await api.request('DELETE', `/v1/branches/${branch}`);
  return [
    { name: `memory, ${BRANCHES} idle branches`, value: idle, unit: 'MB', target: 400 },
    {
      name: 'difference of two schemas of 300 objects, p50',
      value: percentile(compared, 0.5),
      unit: 'ms',
      target: 2_000,
      note: `worst ${percentile(compared, 1).toFixed(0)} ms, ${ROUNDS} times, ${statements} statements`,
    },
  ];
}
