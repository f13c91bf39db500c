import type { PlanJson } from '../../ui/plan-tree/read-plan.ts';
import type { ResultSet } from '../run/run-output.ts';

/** The plan that `explain (format json)` answered; null for every other result, and for a plan that was too long to be sent whole. */
export function planOfResult({ fields, rows }: ResultSet): PlanJson | null {
  if (fields?.length !== 1 || fields[0]?.name !== 'QUERY PLAN' || rows.length !== 1) return null;
  const value = rows[0]?.[0];
  if (typeof value !== 'string' || !value.startsWith('[')) return null;
  try {
    const [first] = JSON.parse(value) as [{ Plan?: unknown }?];
    const plan = first?.Plan;
    return typeof plan === 'object' && plan !== null ? (plan as PlanJson) : null;
  } catch {
    return null;
  }
}
