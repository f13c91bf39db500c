import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import type { ResourceSampleRow } from '../kernel/schema.ts';

/** Written a second time in the same minute, a sample replaces the first. */
export async function writeSamples(db: Database, samples: readonly ResourceSampleRow[]): Promise<void> {
  const rows = new Map(samples.map((sample) => [`${sample.project_id} ${sample.at.getTime()}`, sample]));
  const [first] = rows.values();
  if (first === undefined) return;
  const { project_id: _, at: __, ...values } = first;
  await db
    .insertInto('resource_samples')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'at'])
        .doUpdateSet(
          Object.fromEntries(Object.keys(values).map((name) => [name, sql.ref(`excluded.${name}`)])),
        ),
    )
    .execute();
}

export async function deleteSamplesBefore(db: Database, projectId: number, moment: Date): Promise<void> {
  await db
    .deleteFrom('resource_samples')
    .where('project_id', '=', projectId)
    .where('at', '<', moment)
    .execute();
}

/** Of several projects since a moment, oldest first. */
export function listSamples(
  db: Database,
  projectIds: readonly number[],
  since: Date,
): Promise<ResourceSampleRow[]> {
  if (projectIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('resource_samples')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
}

/** What several projects took of their disks when somebody last looked, by project id. Missing: nobody did lately. */
export async function lastDiskBytes(
  db: Database,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select projects.id::float8 as id, newest.disk_bytes::float8 as bytes
    from unnest(${projectIds}::bigint[]) as projects (id),
      lateral (
        select disk_bytes from resource_samples
        where project_id = projects.id and disk_bytes is not null
        order by at desc limit 1
      ) as newest`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

const RECENT_MS = 3 * 60_000;

/** The newest sample of every project that has a recent one. */
export function listLatestSamples(db: Database): Promise<ResourceSampleRow[]> {
  return db
    .selectFrom('resource_samples')
    .distinctOn('project_id')
    .selectAll()
    .where('at', '>=', new Date(Date.now() - RECENT_MS))
    .orderBy('project_id')
    .orderBy('at', 'desc')
    .execute();
}

export interface SampleBucket {
  /** Start of the step, seconds since 1970. */
  start: number;
  cpu_percent: number | null;
  memory_bytes: number | null;
  disk_bytes: number | null;
  read_bytes_per_second: number | null;
  written_bytes_per_second: number | null;
  connections: number | null;
  cache_hit_percent: number | null;
}

/** Averages by steps of this many seconds since 1970; steps without a sample are left out. */
export async function averageSamples(
  db: Database,
  projectId: number,
  { from, to, step }: { from: Date; to: Date; step: number },
): Promise<SampleBucket[]> {
  const { rows } = await sql<SampleBucket>`
    select (floor(extract(epoch from at) / ${step}::integer) * ${step}::integer)::float8 as start,
      avg(cpu_percent)::float8 as cpu_percent,
      round(avg(memory_bytes))::float8 as memory_bytes,
      round(avg(disk_bytes))::float8 as disk_bytes,
      round(avg(read_bytes_per_second))::float8 as read_bytes_per_second,
      round(avg(written_bytes_per_second))::float8 as written_bytes_per_second,
      round(avg(connections), 1)::float8 as connections,
      avg(cache_hit_percent)::float8 as cache_hit_percent
    from resource_samples
    where project_id = ${projectId} and at >= ${from} and at <= ${to}
    group by 1 order by 1`.execute(db);
  return rows;
}
