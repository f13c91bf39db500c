import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BenchContext, time } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import { type Figure, median } from './figure.ts';

const TABLES = 1_000;
const MANY_TABLES = 10_000;
const ROUNDS = 5;
const BATCH = 100;

/** Lists of a database with 1,000 tables of 20 columns, and a page of 10,000 tables, over HTTP. */
export async function measureSchemaApi(context: BenchContext): Promise<Figure[]> {
  const { api } = context;
  const { ref } = await api.createProject('Bench schema API');
  const list = async (query: string, rows: number) => {
    const { status, body } = await api.request('GET', `/platform/pg-meta/${ref}/tables?${query}`);
    if (status !== 200 || body.length !== rows) throw new Error(`The list of tables failed: ${status}`);
  };
  await makeTables(context, ref, 'bench_wide', TABLES, WIDE);
  const whole = await times(() => list('included_schemas=bench_wide', TABLES));
  const figures: Figure[] = [
    { name: `${TABLES} tables × 20 columns, listed`, value: median(whole), unit: 'ms', target: null },
    ...(await besidePostgresMeta(context, ref, median(whole))),
  ];
  await makeTables(context, ref, 'bench_many', MANY_TABLES, 'id bigint, name text');
  const page = await times(() => list(`included_schemas=bench_many&limit=100&offset=5000`, 100));
  figures.push({
    name: `page of 100 of ${MANY_TABLES} tables`,
    value: median(page),
    unit: 'ms',
    target: null,
  });
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  return figures;
}

/**
 * How many times as fast as the package that the schema API comes from, on the same database. Its installation has more than
 * 200 MB, so it is measured where BASALT_TEST_POSTGRES_META names a folder in which it is installed. Ours answers over HTTP with
 * all that belongs to it; theirs is asked as a library.
 */
async function besidePostgresMeta(context: BenchContext, ref: string, ours: number): Promise<Figure[]> {
  const folder = process.env.BASALT_TEST_POSTGRES_META;
  if (folder === undefined) return [];
  const file = path.join(folder, 'node_modules/@supabase/postgres-meta/dist/lib/index.js');
  const { PostgresMeta } = await import(pathToFileURL(file).href);
  const socket = await databaseSocket(context, ref);
  const theirs = await times(async () => {
    const meta = new PostgresMeta({ ...socket, user: 'supabase_admin', max: 1, query_timeout: 600_000 });
    const { data } = await meta.tables.list({ includedSchemas: ['bench_wide'] });
    await meta.end();
    if (data?.length !== TABLES) throw new Error('postgres-meta did not list the tables.');
  }, 1);
  return [
    {
      name: 'the same, beside postgres-meta',
      value: ours / median(theirs),
      unit: 'times',
      target: 1 / 3,
      note: `postgres-meta ${median(theirs).toFixed(0)} ms`,
    },
  ];
}

async function times(work: () => Promise<void>, rounds = ROUNDS): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) found.push(await time(work));
  return found;
}

const WIDE = `id bigint generated always as identity primary key, name text not null default 'x' unique,
  amount int check (amount > 0), parent bigint, at timestamptz default now(), doc jsonb default '{}', tags text[],
  price numeric(10, 2), ready boolean default false, code uuid, day date, host inet, bytes bytea,
  a text, b text, c text, d int, e int, f bigint, g bigint`;

/** Makes so many tables; those with keys get a foreign key, an index, a policy and comments as well. */
async function makeTables(
  { api }: BenchContext,
  ref: string,
  schema: string,
  count: number,
  columns: string,
) {
  const more = columns.includes('primary key')
    ? `execute format('alter table %1$s add foreign key (parent) references %1$s on delete cascade', name);
       execute format('create index on %s (parent)', name);
       execute format('create policy own on %s using (amount = 1 and name is not null)', name);
       execute format('comment on table %1$s is %1$L', name);
       execute format('comment on column %1$s.name is %1$L', name);`
    : '';
  await api.rows(ref, `create schema ${schema}`);
  // A transaction has room for the locks of some hundred tables with what belongs to them.
  for (let from = 1; from <= count; from += BATCH)
    await api.rows(
      ref,
      `do $bench$ declare name text; begin for i in ${from}..${from + BATCH - 1} loop
        name := format('${schema}.t%s', i);
        execute format($sql$create table %s (${columns})$sql$, name);
        ${more}
      end loop; end $bench$`,
    );
}
