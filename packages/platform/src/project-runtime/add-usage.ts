import { PEAK_CONNECTIONS, type UsageBatch } from '@basalt/project';
import type pg from 'pg';

/**
 * One statement, so that a batch is there whole or not at all. What belongs to projects that are gone is left out. Users count in the
 * month in which they come for the first time, on that day.
 */
const ADD = `
  with fresh as (
    insert into usage_sources (source, batch) values ($1, $2)
    on conflict (source) do update set batch = excluded.batch, at = now() where usage_sources.batch < excluded.batch
    returning source
  ), newcomers as (
    insert into usage_active_users (project_id, month, user_id)
    select projects.id, date_trunc('month', $3::date)::date, users.id
    from fresh, unnest($4::text[], $5::uuid[]) as users (ref, id) join projects using (ref)
    on conflict do nothing
    returning project_id
  )
  insert into usage_days (project_id, day, figure, value)
  select projects.id, $3::date, counts.figure, counts.value
  from fresh, unnest($6::text[], $7::text[], $8::bigint[]) as counts (ref, figure, value) join projects using (ref)
  union all
  select project_id, $3::date, 'active_users', count(*) from newcomers group by project_id
  order by 1, 3
  on conflict (project_id, day, figure) do update set value =
    case when excluded.figure = $9 then greatest(usage_days.value, excluded.value)
    else usage_days.value + excluded.value end`;

/** Adds what a process counted to the days of projects. A batch that was added before adds nothing. */
export async function addUsage(
  pool: Pick<pg.Pool, 'query'>,
  { source, number, day, counts, activeUsers }: UsageBatch,
): Promise<void> {
  await pool.query(ADD, [
    source,
    number,
    day,
    activeUsers.map(({ ref }) => ref),
    activeUsers.map(({ userId }) => userId),
    counts.map(({ ref }) => ref),
    counts.map(({ figure }) => figure),
    counts.map(({ value }) => value),
    PEAK_CONNECTIONS,
  ]);
}
