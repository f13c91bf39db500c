import { quoteIdent } from '@basalt/sql';

/** One entry of an access list, as `aclexplode` answers it. */
export interface Privilege {
  grantor: string;
  /** Null: everybody. */
  grantee: string | null;
  privilege: string;
  grantable: boolean;
}

/** The columns of `Privilege` for an access list of the alias `acl`. */
export const PRIVILEGE_COLUMNS = `
  (select g.rolname::text from pg_catalog.pg_roles g where g.oid = acl.grantor) as grantor,
  (select g.rolname::text from pg_catalog.pg_roles g where g.oid = acl.grantee) as grantee,
  acl.privilege_type as privilege, acl.is_grantable as grantable`;

/** Puts what others passed on behind what let them do so. What nothing explains comes last. */
function inOrder(privileges: readonly Privilege[], owner: string): Privilege[] {
  const ordered: Privilege[] = [];
  let left = [...privileges];
  while (left.length > 0) {
    const possible = left.filter(
      ({ grantor, privilege }) =>
        grantor === owner ||
        ordered.some(
          (given) => given.grantee === grantor && given.privilege === privilege && given.grantable,
        ),
    );
    const next = possible.length > 0 ? possible : left;
    ordered.push(...next);
    left = left.filter((privilege) => !next.includes(privilege));
  }
  return ordered;
}

/**
 * Statements that give an object exactly these privileges.
 * @param object as GRANT names it: `DATABASE x`, `PARAMETER y`
 * @param owner null for objects that belong to nobody: then nothing is taken away first
 */
export function privilegeStatements(
  object: string,
  owner: string | null,
  privileges: readonly Privilege[],
  superuser: string,
): string[] {
  const giver = owner ?? superuser;
  const clean =
    owner === null
      ? []
      : [
          `REVOKE ALL ON ${object} FROM PUBLIC`,
          ...(owner === superuser ? [] : [`REVOKE ALL ON ${object} FROM ${quoteIdent(owner)}`]),
        ];
  const grants = inOrder(privileges, giver).flatMap(({ grantor, grantee, privilege, grantable }) => {
    const to = grantee === null ? 'PUBLIC' : quoteIdent(grantee);
    const grant = `GRANT ${privilege} ON ${object} TO ${to}${grantable && grantee !== owner ? ' WITH GRANT OPTION' : ''}`;
    if (grantor === giver) return [grant];
    return [`SET SESSION AUTHORIZATION ${quoteIdent(grantor)}`, grant, 'RESET SESSION AUTHORIZATION'];
  });
  return [...clean, ...grants];
}
