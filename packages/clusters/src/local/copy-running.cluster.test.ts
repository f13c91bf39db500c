import { withClient } from '@basalt/postgres';
import { afterEach, expect, test } from 'vitest';
import type { ClusterAddress } from '../driver.ts';
import { tablesOf } from './tables-for-test.ts';
import { project, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
const RUNS = 3;
const WRITERS = 3;

afterEach(async () => {
  for (const ref of ['source', ...Array.from({ length: RUNS }, (_, run) => `copy-${run}`)])
    await context.driver.remove(ref);
});

/** Rows that depend on each other, and many pages that change all the time. */
const SET_UP = `
create table public.totals (writer int primary key, entries int not null, amount bigint not null);
create table public.entries (id bigint generated always as identity primary key,
  writer int not null references public.totals, amount int not null, unique (writer, id));
create table public.details (entry bigint primary key references public.entries, note text not null);
create table public.pages (id int primary key, changed int not null default 0, filling text not null);
insert into public.totals select n, 0, 0 from generate_series(1, ${WRITERS}) n;
insert into public.pages (id, filling) select n, repeat(md5(n::text), 12) from generate_series(1, 20000) n`;

/** Until it is told to end, one transaction after another. */
async function write(address: ClusterAddress, writer: number, isOver: () => boolean): Promise<void> {
  await withClient(address, async (client) => {
    while (!isOver()) {
      await client.query('begin');
      const { rows } = await client.query(
        'insert into public.entries (writer, amount) values ($1, $2) returning id',
        [writer, Math.floor(Math.random() * 1_000)],
      );
      await client.query('insert into public.details values ($1, $2)', [rows[0].id, 'x'.repeat(200)]);
      await client.query(
        'update public.totals set entries = entries + 1, amount = totals.amount + e.amount from public.entries e where totals.writer = $1 and e.id = $2',
        [writer, rows[0].id],
      );
      // Nobody waits for another's rows.
      await client.query('update public.pages set changed = changed + 1 where id % 999 = $1', [
        Math.floor(Math.random() * 333) * WRITERS + writer - 1,
      ]);
      await client.query('commit');
    }
  });
}

/** Everything that would be wrong in a state that never was. Indexes and tables are asked apart. */
const TORN = `
select 'totals' as what from public.totals t, lateral (
  select count(*) as entries, coalesce(sum(e.amount), 0) as amount from public.entries e where e.writer = t.writer
) counted
where t.entries <> counted.entries or t.amount <> counted.amount
union all
select 'details' from public.entries e full join public.details d on d.entry = e.id where e.id is null or d.entry is null
union all
select 'index' where (select count(*) from public.entries) <> (select count(id) from public.entries where id > 0)
union all
select 'pages' where (select count(*) from public.pages where filling = repeat(md5(id::text), 12)) <> 20000`;

test('a copy that is taken while others write holds a state that was', { timeout: 120_000 }, async () => {
  const { driver } = context;
  await driver.create(project('source'));
  const { address } = await driver.start('source');
  await withClient(address, (client) => client.query(SET_UP));
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, n) => write(address, n + 1, () => isOver));
  try {
    for (let run = 0; run < RUNS; run++) {
      const acknowledged = await entriesAt(address);
      await driver.create(project(`copy-${run}`), { copyOf: 'source' });
      const copy = await driver.start(`copy-${run}`);
      expect(await withClient(copy.address, async (client) => (await client.query(TORN)).rows)).toEqual([]);
      expect(await entriesAt(copy.address)).toBeGreaterThanOrEqual(acknowledged);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  expect(await withClient(address, async (client) => (await client.query(TORN)).rows)).toEqual([]);
});

async function entriesAt(address: ClusterAddress): Promise<number> {
  return withClient(address, async (client) => {
    const { rows } = await client.query('select count(*)::int as n from public.entries');
    return rows[0].n;
  });
}

test('source and copy go their own ways, and a copy that is there is kept', async () => {
  const { driver } = context;
  await driver.create(project('source'));
  const { address } = await driver.start('source');
  await withClient(address, (client) => client.query('create table public.before ()'));
  await driver.create(project('copy-0'), { copyOf: 'source' });
  await withClient(address, (client) => client.query('create table public.after ()'));
  await driver.create(project('copy-0'), { copyOf: 'source' });
  expect(await tablesOf(driver, 'copy-0')).toEqual(['before', 'marker']);
  await withClient((await driver.start('copy-0')).address, (client) =>
    client.query('drop table public.before'),
  );
  expect(await tablesOf(driver, 'source')).toEqual(['after', 'before', 'marker']);
});

test('what does not run is refused, and nothing is left', async () => {
  const { driver } = context;
  await driver.create(project('source'));
  await expect(driver.create(project('copy-0'), { copyOf: 'source' })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('start it first'),
  });
  await expect(driver.create(project('copy-0'), { copyOf: 'nobody' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await driver.list()).toEqual(['source']);
});
