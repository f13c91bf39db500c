import type { ApiTable } from '@basalt/contract';
import { quoteIdent } from '@basalt/sql';

/**
 * What the Data API lets happen with a table.
 * exposed: whoever has a key reaches every row. locked: row level security without a policy, so nobody does.
 * guarded: policies or the caller's own rights decide. unreachable: no grants.
 */
export type Exposure = 'exposed' | 'locked' | 'guarded' | 'unreachable';

type Facts = Pick<
  ApiTable,
  'kind' | 'rls_enabled' | 'policy_count' | 'anon_access' | 'authenticated_access' | 'exposed_without_policy'
>;

export function exposureOf(table: Facts): Exposure {
  if (table.exposed_without_policy) return 'exposed';
  if (!table.anon_access && !table.authenticated_access) return 'unreachable';
  return hasOwnPolicies(table) && table.rls_enabled && table.policy_count === 0 ? 'locked' : 'guarded';
}

/** Row level security can be had for tables only; a view asks those of the tables it reads. */
export function hasOwnPolicies({ kind }: Pick<ApiTable, 'kind'>): boolean {
  return kind === 'table' || kind === 'partitioned table';
}

type Named = Pick<ApiTable, 'schema' | 'name' | 'kind'>;

/** A table's name as SQL. */
export function nameOf({ schema, name }: Pick<Named, 'schema' | 'name'>): string {
  return `${quoteIdent(schema)}.${quoteIdent(name)}`;
}

/** The SQL that closes an exposed table, view or foreign table, by what its kind allows. */
export function closingSql(table: Named): string {
  const name = nameOf(table);
  switch (table.kind) {
    case 'table':
    case 'partitioned table':
      return `alter table ${name} enable row level security;`;
    case 'view':
      return `alter view ${name} set (security_invoker = on);`;
    case 'materialized view':
    case 'foreign table':
      return `revoke all on ${name} from public, anon, authenticated;`;
  }
}
