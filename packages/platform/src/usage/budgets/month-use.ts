import type { UsageFigures } from '@basalt/contract';
import type { Database } from '../../kernel/open-database.ts';
import { readDays } from '../read-usage.ts';
import { monthOf, sumUsage } from '../sum-usage.ts';

/** What all projects of an organization, with their branches, have used in the month so far. */
export async function readMonthUse(
  db: Database,
  organizationId: number,
  now: Date,
): Promise<{ period: string; used: UsageFigures }> {
  const to = now.toISOString().slice(0, 10);
  const span = { from: monthOf(to), to };
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .execute();
  const { rows, before } = await readDays(
    db,
    projects.map(({ id }) => id),
    span,
  );
  return { period: span.from, used: sumUsage(rows, before, span).total };
}
