import { quoteIdent } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { expressionPart, nameIn } from './sql-part.ts';

export interface NewPolicy {
  name: string;
  table: string;
  schema: string;
  action: 'PERMISSIVE' | 'RESTRICTIVE';
  command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL';
  roles: readonly string[];
  definition?: string | null | undefined;
  check?: string | null | undefined;
  comment?: string | null | undefined;
}

/** Roles as GRANT and POLICY name them. `public`, in whatever case, stands for all. */
export function roleNames(roles: readonly string[]): string {
  return roles.map((role) => (role.toLowerCase() === 'public' ? 'public' : quoteIdent(role))).join(', ');
}

function conditions({ definition, check }: Pick<NewPolicy, 'definition' | 'check'>): string[] {
  return [
    ...(definition == null ? [] : [`using (${expressionPart(definition, 'definition')})`]),
    ...(check == null ? [] : [`with check (${expressionPart(check, 'check')})`]),
  ];
}

export function createPolicy(policy: NewPolicy): string[] {
  const on = nameIn(policy.schema, policy.table);
  const name = quoteIdent(policy.name);
  const sql = [
    `create policy ${name} on ${on}`,
    `as ${policy.action.toLowerCase()}`,
    `for ${policy.command.toLowerCase()}`,
    `to ${roleNames(policy.roles.length === 0 ? ['public'] : policy.roles)}`,
    ...conditions(policy),
  ].join(' ');
  return [sql, ...commentOn(`policy ${name} on ${on}`, policy.comment || undefined)];
}

export interface PolicyChanges {
  name?: string | undefined;
  roles?: readonly string[] | undefined;
  definition?: string | undefined;
  check?: string | undefined;
  comment?: string | null | undefined;
}

export function changePolicy(
  stored: { schema: string; table: string; name: string },
  changes: PolicyChanges,
): string[] {
  const policy = `policy ${quoteIdent(stored.name)} on ${nameIn(stored.schema, stored.table)}`;
  const clauses = [
    ...(changes.roles === undefined ? [] : [`to ${roleNames(changes.roles)}`]),
    ...conditions(changes),
  ];
  return [
    ...(clauses.length === 0 ? [] : [`alter ${policy} ${clauses.join(' ')}`]),
    ...commentOn(policy, changes.comment),
    ...(changes.name === undefined || changes.name === stored.name
      ? []
      : [`alter ${policy} rename to ${quoteIdent(changes.name)}`]),
  ];
}
