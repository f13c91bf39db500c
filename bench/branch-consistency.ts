import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchContext } from './bench-context.ts';
import { databaseSocket } from './database-socket.ts';
import type { Figure } from './figure.ts';

const RUNS = 20;
const WRITERS = 3;

/** Rows that say the same in three tables, and many pages that change all the time. */
const SET_UP = `
create table public.totals (writer int primary key, entries int not null, amount bigint not null);
create table public.entries (id bigint generated always as identity primary key, writer int not null, amount int not null);
create table public.details (entry bigint primary key references public.entries, note text not null);
create table public.pages (id int primary key, changed int not null default 0, filling text not null);
insert into public.totals select n, 0, 0 from generate_series(1, ${WRITERS}) n;
insert into public.pages (id, filling) select n, repeat(md5(n::text), 12) from generate_series(1, 20000) n`;
const WRITE = `
with made as (
  insert into public.entries (writer, amount) values ($1, (random() * 1000)::int) returning id, amount
), detailed as (
  insert into public.details select id, repeat('x', 200) from made
), changed as (
  update public.pages set changed = changed + 1 where id % 999 = (random() * 332)::int * ${WRITERS} + $1 - 1
)
update public.totals t set entries = t.entries + 1, amount = t.amount + made.amount from made where t.writer = $1`;
/** What would be wrong in a state that never was, and in indexes that do not fit their tables. */
const TORN = `
select (select count(*) from public.totals t, lateral (
    select count(*) as entries, coalesce(sum(e.amount), 0) as amount from public.entries e where e.writer = t.writer
  ) is_there where t.entries <> is_there.entries or t.amount <> is_there.amount)
  + (select count(*) from public.entries e full join public.details d on d.entry = e.id
    where e.id is null or d.entry is null)
  + (select abs(count(*) - 20000) from public.pages where filling = repeat(md5(id::text), 12)) as torn,
  (select count(*) from public.entries) as entries`;

/** Branches made while rows that depend on each other are written: each must hold a state that was, with all that had been acknowledged. */
export async function measureBranchConsistency(context: BenchContext): Promise<Figure[]> {
  const { api } = context;
  const { ref } = await api.createProject('Bench torn');
  await api.rows(ref, SET_UP);
  const socket = await databaseSocket(context, ref);
  let isOver = false;
  let written = 0;
  const writers = Array.from({ length: WRITERS }, async (_, n) => {
    const client = new pg.Client({ ...socket, user: 'postgres' });
    await client.connect();
    for (; !isOver; written++) await client.query(WRITE, [n + 1]);
    await client.end();
  });
  let torn = 0;
  let lost = 0;
  try {
    for (let run = 0; run < RUNS; run++) {
      const acknowledged = written;
      const input = { branch_name: `run/${run}`, with_data: true };
      const { body } = await api.request('POST', `/v1/projects/${ref}/branches`, input);
      await api.waitForStatus(body.project_ref, 'ACTIVE_HEALTHY');
      const [found] = await api.rows(body.project_ref, TORN);
      if (Number(found?.torn) !== 0) torn += 1;
      if (Number(found?.entries) < acknowledged) lost += 1;
      await api.request('DELETE', `/v1/branches/${body.project_ref}`);
      await sleep(100);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  return [
    {
      name: 'branches with a torn state or a lost row',
      value: torn + lost,
      unit: 'times',
      target: 0,
      note: `${RUNS} branches while ${WRITERS} sessions write linked rows: ${torn} torn, ${lost} with a loss, ${written} transactions`,
    },
  ];
}
