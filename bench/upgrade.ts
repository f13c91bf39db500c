import { begin } from './backups.ts';
import { type BenchContext, time } from './bench-context.ts';
import type { Figure } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const MB = 1024 * 1024;
const PATIENCE = 30 * 60_000;
/** About 1 GB in four tables with a key each. */
const TABLES = 4;
const ROWS = 260_000;
const fill = (table: number) => `
  create table public.part_${table} (id int primary key, body text, at timestamptz default now());
  insert into public.part_${table} (id, body)
    select n, repeat(md5(n::text), 14) || string_agg(md5((n * 31 + part)::text), '')
    from generate_series(1, ${ROWS}) n, generate_series(1, 14) part group by n`;

/** An upgrade of 1 GB from 15 to 18, and going back to the old cluster. */
export async function measureUpgrade(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench upgrade', { postgres_engine: '15' });
  for (let table = 0; table < TABLES; table++) await api.rows(ref, fill(table));
  // As autovacuum would within a minute. Reading rows for the first time writes to them, which takes twice as long.
  for (let table = 0; table < TABLES; table++) await api.rows(ref, `vacuum public.part_${table}`);
  const [size] = await api.rows(ref, 'select pg_database_size(current_database())::float8 as bytes');
  const bytes = Number(size?.bytes);
  // As the page does before it offers the upgrade.
  await api.request('GET', `/platform/projects/${ref}/upgrade/eligibility`);
  await untilQuiet(basalt.home);
  const upgraded = await time(async () => {
    await begin(context, `/platform/projects/${ref}/upgrade`, { target_version: '18' });
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY', PATIENCE);
  });
  const { body } = await api.request('GET', `/platform/projects/${ref}/upgrade/status`);
  const point = body.databaseUpgradeStatus.kept_database_id;
  const back = await time(async () => {
    await begin(context, `/platform/database/${ref}/kept-databases/${point}/return`);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY', PATIENCE);
  });
  const perSecond = bytes / MB / (upgraded / 1000);
  return [
    {
      name: '100 MB/s / upgrade of 1 GB from 15 to 18',
      value: 100 / perSecond,
      unit: 'times',
      target: 1,
      note: `${(bytes / MB).toFixed(0)} MB in ${(upgraded / 1000).toFixed(1)} s: ${perSecond.toFixed(0)} MB/s`,
    },
    { name: 'back to the old cluster', value: back, unit: 'ms', target: 5_000 },
  ];
}
