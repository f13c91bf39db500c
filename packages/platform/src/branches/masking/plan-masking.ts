import type { MaskRule, MaskTableRules } from '@basalt/contract';
import { RULES_OF_KIND } from '@basalt/contract';
import type { TablePlan } from './mask-sql.ts';
import type { ForeignKey, Table } from './read-tables.ts';
import { usualRule } from './usual-rule.ts';

const keyOf = (schema: string, table: string) => JSON.stringify([schema, table]);

/**
 * What becomes of each table. A column without a rule, or with one for another kind of values than it has now, is treated as usual.
 * Columns that name rows of another table follow those that they name.
 */
export function planMasking(
  tables: readonly Table[],
  keys: readonly ForeignKey[],
  rules: readonly MaskTableRules[],
): TablePlan[] {
  const ruled = new Map(rules.map((each) => [keyOf(each.schema, each.table), each]));
  const plans = new Map(
    tables.map((table) => {
      const key = keyOf(table.schema, table.name);
      const own = ruled.get(key);
      const chosen = new Map(own?.columns.map(({ name, rule }) => [name, rule]));
      const wanted = table.columns.map((column): [string, MaskRule] => {
        const rule = chosen.get(column.name);
        const fits = rule !== undefined && RULES_OF_KIND[column.kind].includes(rule);
        return [column.name, fits ? rule : usualRule(column)];
      });
      return [key, { table, mostRows: own?.most_rows ?? null, rules: new Map(wanted) }];
    }),
  );
  // A chain of keys is as long as there are keys, at most.
  for (let round = 0; round < keys.length && follow(); round++);
  return [...plans.values()];

  /** Whether something has changed. */
  function follow(): boolean {
    let changed = false;
    for (const { schema, table, columns, targetSchema, target, targetColumns } of keys) {
      const from = plans.get(keyOf(schema, table));
      const to = plans.get(keyOf(targetSchema, target));
      if (from === undefined) continue;
      columns.forEach((column, at) => {
        // What is not people's own keeps its keys.
        const rule = to?.rules.get(targetColumns[at] ?? '') ?? 'keep';
        if (!from.rules.has(column) || from.rules.get(column) === rule) return;
        from.rules.set(column, rule);
        changed = true;
      });
    }
    return changed;
  }
}
