import { quoteIdent } from '../text/identifiers.ts';
import { roleNames } from './policy.ts';
import { nameIn } from './sql-part.ts';

/** A privilege on a table, or on one of its columns. */
export interface Privilege {
  schema: string;
  table: string;
  column?: string | undefined;
  privilege_type: string;
  grantee: string;
  is_grantable?: boolean | undefined;
}

function privilegeOn({ schema, table, column, privilege_type }: Privilege): string {
  const type = privilege_type.toLowerCase();
  const ofColumn = column === undefined ? '' : ` (${quoteIdent(column)})`;
  return `${type}${ofColumn} on table ${nameIn(schema, table)}`;
}

export function grant(privileges: readonly Privilege[]): string[] {
  return privileges.map(
    (privilege) =>
      `grant ${privilegeOn(privilege)} to ${roleNames([privilege.grantee])}${privilege.is_grantable === true ? ' with grant option' : ''}`,
  );
}

export function revoke(privileges: readonly Privilege[]): string[] {
  return privileges.map(
    (privilege) => `revoke ${privilegeOn(privilege)} from ${roleNames([privilege.grantee])}`,
  );
}
