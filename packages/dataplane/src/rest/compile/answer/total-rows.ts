import type { PipelineResult } from '@basalt/postgres';
import type { CompiledQuery } from './compiled-query.ts';

/**
 * The count a request asked for, null when it asked for none.
 * @param results of all statements of `query`
 * @param total the column of that name, as a number
 */
export function totalRows(
  query: Pick<CompiledQuery, 'plannedCount'>,
  results: readonly PipelineResult[],
  total: number | null,
): number | null {
  const { plannedCount } = query;
  if (plannedCount === null) return total;
  const { exactUpTo } = plannedCount;
  if (exactUpTo !== null && total !== null && total <= exactUpTo) return total;
  return Math.max(plannedRows(results[plannedCount.statement]), total ?? 0);
}

function plannedRows(result: PipelineResult | undefined): number {
  const text = result?.rows[0]?.[0]?.toString('utf8') ?? '[]';
  const [explained] = JSON.parse(text) as { Plan?: { 'Plan Rows'?: number } }[];
  return explained?.Plan?.['Plan Rows'] ?? 0;
}
