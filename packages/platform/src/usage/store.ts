import { USAGE_DAYS, USAGE_SERVICES } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';

/** Figures that are measured: a day has the highest of them. */
export const MEASURED_FIGURES = ['database_bytes', 'storage_bytes'] as const;
type MeasuredFigure = (typeof MEASURED_FIGURES)[number];

export interface UsageDay {
  projectId: number;
  /** `2026-01-31` */
  day: string;
  figure: string;
  value: number;
}

/** Writes down what was measured, as the highest of its day if it is. */
export async function noteMeasured(
  db: Database,
  projectId: number,
  figure: MeasuredFigure,
  bytes: number,
): Promise<void> {
  await sql`
    insert into usage_days (project_id, day, figure, value)
    values (${projectId}, (now() at time zone 'UTC')::date, ${figure}, ${Math.round(bytes)})
    on conflict (project_id, day, figure) do update set value = greatest(usage_days.value, excluded.value)`.execute(
    db,
  );
}

/** Of several projects, from a day to a day, in no order. */
export async function listUsageDays(
  db: Database,
  projectIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<UsageDay[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<UsageDay>`
    select project_id::float8 as "projectId", day::text, figure, value::float8
    from usage_days
    where project_id = any(${projectIds}::bigint[]) and day between ${from}::date and ${to}::date`.execute(
    db,
  );
  return rows;
}

/** The requests of several projects on each day from one on, whatever service they went to. Days without any are left out. */
export async function sumRequests(
  db: Database,
  projectIds: readonly number[],
  from: string,
): Promise<Omit<UsageDay, 'figure'>[]> {
  if (projectIds.length === 0) return [];
  const figures = USAGE_SERVICES.map((service) => `${service}_requests`);
  const { rows } = await sql<Omit<UsageDay, 'figure'>>`
    select project_id::float8 as "projectId", day::text, sum(value)::float8 as value
    from usage_days
    where project_id = any(${projectIds}::bigint[]) and day >= ${from}::date and figure = any(${figures}::text[])
    group by 1, 2`.execute(db);
  return rows;
}

/** What was measured last before a day. */
export async function listMeasuredBefore(
  db: Database,
  projectIds: readonly number[],
  day: string,
): Promise<UsageDay[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<UsageDay>`
    select distinct on (project_id, figure) project_id::float8 as "projectId", day::text, figure, value::float8
    from usage_days
    where project_id = any(${projectIds}::bigint[]) and day < ${day}::date and figure = any(${MEASURED_FIGURES}::text[])
    order by project_id, figure, usage_days.day desc`.execute(db);
  return rows;
}

/** What one figure of several projects was when it was measured last, by project id. Missing: it never was. */
export async function lastMeasured(
  db: Database,
  projectIds: readonly number[],
  figure: MeasuredFigure,
): Promise<Map<number, number>> {
  // From the newest day back for each: a project has a few rows a day for more than a year.
  const { rows } = await sql<{ id: number; value: number }>`
    select projects.id::float8 as id, newest.value::float8 as value
    from unnest(${projectIds}::bigint[]) as projects (id),
      lateral (
        select value from usage_days
        where project_id = projects.id and figure = ${figure}
        order by day desc limit 1
      ) as newest`.execute(db);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** Deletes what nobody asks for any more. A process that counts writes every few seconds. */
export async function forgetOldUsage(db: Database): Promise<void> {
  await sql`delete from usage_days where day < now()::date - ${sql.lit(USAGE_DAYS)}`.execute(db);
  await sql`delete from usage_active_users where month < date_trunc('month', now() - interval '2 days')::date`.execute(
    db,
  );
  await sql`delete from usage_sources where at < now() - interval '7 days'`.execute(db);
}
