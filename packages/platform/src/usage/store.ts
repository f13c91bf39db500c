import { USAGE_DAYS } from '@basalt/contract';
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

/** Deletes what nobody asks for any more. A process that counts writes every few seconds. */
export async function forgetOldUsage(db: Database): Promise<void> {
  await sql`delete from usage_days where day < now()::date - ${sql.lit(USAGE_DAYS)}`.execute(db);
  await sql`delete from usage_active_users where month < date_trunc('month', now() - interval '2 days')::date`.execute(
    db,
  );
  await sql`delete from usage_sources where at < now() - interval '7 days'`.execute(db);
}
