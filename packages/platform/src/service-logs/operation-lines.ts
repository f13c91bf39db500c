import type { LogLine } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import type { LevelCounts } from '../kernel/ports.ts';
import type { LogQuestion } from './sources.ts';

interface OperationLine {
  at: Date;
  /** Tells lines of one moment apart. */
  key: string;
  level: LogLine['level'];
  label: string;
  message: string;
  id: string;
  kind: string;
  started_by: string | null;
}

/** Beginnings and ends of a project's operations that meet a question, as a table. */
function lines(projectId: number, { from, to, level, search }: LogQuestion) {
  const words = search?.trim() ?? '';
  return sql<OperationLine>`(
    select * from (
      select started_at as at, id || ' 1' as key, 'info' as level, 'started' as label,
        kind || ' was started' || coalesce(' by ' || started_by, '') as message, id, kind, started_by
      from operations where project_id = ${projectId}
      union all
      select finished_at, id || ' 2', case when state = 'failed' then 'error' else 'info' end, state,
        kind || case when state = 'failed' then ' failed' else ' is done' end || coalesce(': ' || reason, ''), id, kind, started_by
      from operations where project_id = ${projectId} and finished_at is not null
    ) as all_lines
    where at >= ${new Date(from ?? 0)} and at <= ${new Date(to ?? Date.now())}
      and (${level ?? null}::text is null or level = ${level ?? null})
      and (${words} = '' or strpos(lower(message || ' ' || id), lower(${words})) > 0)
  )`;
}

/** One page of what was done to a project, newest first. */
export async function readOperationLines(
  db: Database,
  projectId: number,
  question: LogQuestion,
  limit: number,
  cursor: string | null,
): Promise<{ lines: LogLine[]; cursor: string | null }> {
  const [moment = '', key = ''] = cursor?.split('/', 2) ?? [];
  const before = /^\d{1,15}$/.test(moment) ? { at: new Date(Number(moment)), key } : null;
  const { rows } = await sql<OperationLine>`
    select * from (
      select date_trunc('milliseconds', at) as at, key, level, label, message, id, kind, started_by
      from ${lines(projectId, question)} as found
    ) as found
    where ${before === null} or (at, key) < (${before?.at ?? new Date()}, ${before?.key ?? ''})
    order by at desc, key desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    lines: page.map(presentLine),
    cursor: rows.length > limit && last !== undefined ? `${last.at.getTime()}/${last.key}` : null,
  };
}

/** Lines in each of `buckets` equal parts of a span of time, oldest first. */
export async function countOperationLines(
  db: Database,
  projectId: number,
  question: LogQuestion & { from: number; to: number },
  buckets: number,
): Promise<LevelCounts[]> {
  const width = (question.to - question.from) / buckets;
  const { rows } = await sql<{ part: number; total: number; errors: number }>`
    select least(${buckets - 1}, floor((extract(epoch from at) * 1000 - ${question.from}) / ${width}))::int as part,
      count(*)::int as total, (count(*) filter (where level = 'error'))::int as errors
    from ${lines(projectId, question)} as found group by 1`.execute(db);
  const found = new Map(rows.map((row) => [row.part, row]));
  return Array.from({ length: buckets }, (_, part) => ({
    time: Math.round(question.from + part * width),
    total: found.get(part)?.total ?? 0,
    warnings: 0,
    errors: found.get(part)?.errors ?? 0,
  }));
}

function presentLine({ at, level, label, message, id, kind, started_by }: OperationLine): LogLine {
  return {
    at: at.toISOString(),
    level,
    label,
    message,
    fields: { operation: id, kind, ...(started_by === null ? {} : { started_by }) },
  };
}
