import type { ChosenMedia } from './chosen-media.ts';

/** EXPLAIN of a statement. The options come from a closed list. */
export function explainStatement(sql: string, plan: NonNullable<ChosenMedia['plan']>): string {
  const options = new Set<string>(plan.options);
  return `explain (${[`format ${plan.format}`, ...options].join(', ')}) ${sql}`;
}
