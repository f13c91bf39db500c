import type { PolicyObject, TableObject } from '../shared/objects.ts';

/** The heading of a group of policies, or one of these below it. */
export interface PolicyRow<Group> {
  group: Group;
  /** Null: the row of the group itself. */
  policy: PolicyObject | null;
  /** How many policies the group has. */
  count: number;
  /** What a search for any of them finds. */
  names: string;
}

/** A group's heading with its policies below it. */
export function groupRows<Group>(group: Group, policies: readonly PolicyObject[]): PolicyRow<Group>[] {
  const row = { group, count: policies.length, names: policies.map(({ name }) => name).join(' ') };
  return [{ ...row, policy: null }, ...policies.map((policy) => ({ ...row, policy }))];
}

/** Each table with its policies below it. */
export function policyRows(
  tables: readonly TableObject[],
  policies: readonly PolicyObject[],
): PolicyRow<TableObject>[] {
  const ofTable = Map.groupBy(policies, ({ table_id }) => table_id);
  return tables.flatMap((table) => groupRows(table, ofTable.get(table.id) ?? []));
}

/** A policy is found by its name and its group's; a group by all of its policies, so that it stands above them. */
export function rowText(group: string, { policy, names }: PolicyRow<unknown>): string {
  return `${group} ${policy === null ? names : policy.name}`;
}
