import type { AdvisorFinding } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';

type Exception = NonNullable<AdvisorFinding['ignored']>;

/** What may stay in a project, by the keys of the findings. */
export async function listExceptions(db: Database, projectId: number): Promise<Map<string, Exception>> {
  const rows = await db
    .selectFrom('advisor_exceptions as e')
    .leftJoin('accounts as a', 'a.id', 'e.created_by')
    .select(['e.cache_key', 'e.reason', 'e.created_at', 'a.email'])
    .where('e.project_id', '=', projectId)
    .where('e.ended_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ cache_key, reason, created_at, email }) => [
      cache_key,
      { reason, by: email, at: created_at.toISOString() },
    ]),
  );
}
