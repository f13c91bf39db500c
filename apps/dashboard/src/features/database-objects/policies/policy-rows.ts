import type { PolicyObject, TableObject } from '../shared/objects.ts';

/** A table above its policies, or one of these. */
export interface PolicyRow {
  table: TableObject;
  /** Null: the row of the table itself. */
  policy: PolicyObject | null;
  /** How many policies the table has. */
  count: number;
  /** What a search for any of them finds. */
  names: string;
}

/** Each table with its policies below it. */
export function policyRows(tables: readonly TableObject[], policies: readonly PolicyObject[]): PolicyRow[] {
  const ofTable = Map.groupBy(policies, ({ table_id }) => table_id);
  return tables.flatMap((table) => {
    const own = ofTable.get(table.id) ?? [];
    const row = { table, count: own.length, names: own.map(({ name }) => name).join(' ') };
    return [{ ...row, policy: null }, ...own.map((policy) => ({ ...row, policy }))];
  });
}

export function rowId({ table, policy }: PolicyRow): string {
  return policy === null ? `table-${table.id}` : String(policy.id);
}

/** A policy is found by its name and its table's; a table by all of its policies, so that it stands above them. */
export function rowText({ table, policy, names }: PolicyRow): string {
  return `${table.schema}.${table.name} ${policy === null ? names : policy.name}`;
}
