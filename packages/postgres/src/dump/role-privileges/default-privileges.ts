import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { PRIVILEGE_COLUMNS, type Privilege } from '../objects/privileges.ts';
import { withMaintain } from './access-lists.ts';

interface DefaultPrivileges {
  role: string;
  schema: string | null;
  kind: 'r' | 'S' | 'f' | 'T' | 'n' | 'L';
  privileges: Privilege[];
}

/** Those of superusers come from the template. */
const DEFAULTS = `
select o.rolname as role, n.nspname as schema, a.defaclobjtype as kind, coalesce((
    select pg_catalog.json_agg(p) from (select ${PRIVILEGE_COLUMNS} from pg_catalog.aclexplode(a.defaclacl) as acl) as p
  ), '[]') as privileges
from pg_catalog.pg_default_acl a
  join pg_catalog.pg_roles o on o.oid = a.defaclrole and not o.rolsuper
  left join pg_catalog.pg_namespace n on n.oid = a.defaclnamespace
order by 1, 2, 3`;

const OBJECTS = {
  r: 'TABLES',
  S: 'SEQUENCES',
  f: 'FUNCTIONS',
  T: 'TYPES',
  n: 'SCHEMAS',
  L: 'LARGE OBJECTS',
} as const;

export async function readDefaultPrivileges(client: pg.Client): Promise<DefaultPrivileges[]> {
  return (await client.query<DefaultPrivileges>(DEFAULTS)).rows;
}

function keyOf({ role, schema, kind }: DefaultPrivileges): string {
  return JSON.stringify([role, schema, kind]);
}

/** Statements that turn the default privileges of everybody but superusers into the wanted ones. */
export function defaultPrivilegeStatements(
  wanted: readonly DefaultPrivileges[],
  present: readonly DefaultPrivileges[],
  majors: { source: number; target: number },
): string[] {
  const keys = new Set(wanted.map(keyOf));
  return [
    // Without any entry everybody may use functions and types, as always.
    ...present.filter((entry) => !keys.has(keyOf(entry))).flatMap((entry) => reset(entry, [])),
    ...wanted.flatMap((entry) => {
      const type = entry.kind === 'r' ? 'table' : '';
      const privileges = withMaintain(entry.privileges, type, majors.source, majors.target);
      return reset(present.find((other) => keyOf(other) === keyOf(entry)) ?? entry, privileges);
    }),
  ];
}

function reset(entry: DefaultPrivileges, privileges: readonly Privilege[]): string[] {
  const { role, schema, kind } = entry;
  const alter = `ALTER DEFAULT PRIVILEGES FOR ROLE ${quoteIdent(role)}${schema === null ? '' : ` IN SCHEMA ${quoteIdent(schema)}`}`;
  const name = (grantee: string | null) => (grantee === null ? 'PUBLIC' : quoteIdent(grantee));
  const grantees = new Set([...entry.privileges.map(({ grantee }) => grantee)]);
  // Those of no schema start from what everybody and the owner have.
  if (schema === null) grantees.add(null).add(role);
  return [
    ...[...grantees].map((grantee) => `${alter} REVOKE ALL ON ${OBJECTS[kind]} FROM ${name(grantee)}`),
    ...privileges.map(
      ({ grantee, privilege, grantable }) =>
        `${alter} GRANT ${privilege} ON ${OBJECTS[kind]} TO ${name(grantee)}${grantable ? ' WITH GRANT OPTION' : ''}`,
    ),
    ...(privileges.length === 0 && schema === null ? initial(alter, kind, name(role)) : []),
  ];
}

/** What holds without any entry; with it the entry goes away. */
function initial(alter: string, kind: DefaultPrivileges['kind'], owner: string): string[] {
  const forAll = kind === 'f' ? 'EXECUTE' : kind === 'T' ? 'USAGE' : null;
  return [
    `${alter} GRANT ALL ON ${OBJECTS[kind]} TO ${owner}`,
    ...(forAll === null ? [] : [`${alter} GRANT ${forAll} ON ${OBJECTS[kind]} TO PUBLIC`]),
  ];
}
