import { quoteIdent } from '@basalt/sql';
import type { CatalogObject } from '../objects/catalog-objects.ts';
import { type Privilege, privilegeStatements } from '../objects/privileges.ts';

/** How GRANT calls what has privileges. */
const KEYWORDS: Readonly<Record<string, string>> = {
  table: 'TABLE',
  view: 'TABLE',
  'materialized view': 'TABLE',
  'foreign table': 'TABLE',
  sequence: 'SEQUENCE',
  function: 'FUNCTION',
  procedure: 'PROCEDURE',
  aggregate: 'FUNCTION',
  type: 'TYPE',
  schema: 'SCHEMA',
  server: 'FOREIGN SERVER',
  'foreign-data wrapper': 'FOREIGN DATA WRAPPER',
  language: 'LANGUAGE',
};

const ALL_OF_TABLE_BEFORE_17 = 7;

/** Before 17 nobody could have MAINTAIN, and who has everything on a table is to have it too. */
export function withMaintain(
  privileges: readonly Privilege[],
  type: string,
  sourceMajor: number,
  targetMajor: number,
): readonly Privilege[] {
  if (sourceMajor >= 17 || targetMajor < 17 || KEYWORDS[type] !== 'TABLE') return privileges;
  const groups = Map.groupBy(privileges, ({ grantor, grantee, grantable }) =>
    JSON.stringify([grantor, grantee, grantable]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const isAll = first !== undefined && group.length === ALL_OF_TABLE_BEFORE_17;
    return isAll ? [...group, { ...first, privilege: 'MAINTAIN' }] : group;
  });
}

function sorted(privileges: readonly Privilege[]): string {
  return privileges
    .map(({ grantor, grantee, privilege, grantable }) =>
      JSON.stringify([grantor, grantee, privilege, grantable]),
    )
    .sort()
    .join();
}

/** What GRANT calls the object; a column comes behind the privilege. Null for what knows no privileges. */
function grantName({ type, identity, names }: CatalogObject): { object: string; column: string } | null {
  const [schema = '', table = '', column] = names;
  if (column !== undefined && / column$/.test(type))
    return {
      object: `TABLE ${quoteIdent(schema)}.${quoteIdent(table)}`,
      column: ` (${quoteIdent(column)})`,
    };
  const keyword = KEYWORDS[type];
  return keyword === undefined ? null : { object: `${keyword} ${identity}`, column: '' };
}

/**
 * Statements that give an object the privileges it is to have, for a superuser; none if it has them.
 * @param now what it has, and who owns it
 */
export function accessListStatements(
  object: CatalogObject,
  now: CatalogObject,
  wanted: readonly Privilege[],
  superuser: string,
): string[] {
  const name = grantName(object);
  if (name === null || now.privileges === null || sorted(wanted) === sorted(now.privileges)) return [];
  const isColumn = name.column !== '';
  const others = new Set(now.privileges.map(({ grantee }) => grantee));
  const revoked = [...others]
    .filter((grantee) => isColumn || (grantee !== null && grantee !== now.owner))
    .map(
      (grantee) =>
        `REVOKE ALL${name.column} ON ${name.object} FROM ${grantee === null ? 'PUBLIC' : quoteIdent(grantee)} CASCADE`,
    );
  if (!isColumn)
    return [...revoked, ...privilegeStatements(name.object, now.owner ?? superuser, wanted, superuser)];
  const given = wanted.map((privilege) => ({
    ...privilege,
    privilege: `${privilege.privilege}${name.column}`,
  }));
  // Given by the superuser in the name of the table's owner.
  return [...revoked, ...privilegeStatements(name.object, null, given, now.owner ?? superuser)];
}
