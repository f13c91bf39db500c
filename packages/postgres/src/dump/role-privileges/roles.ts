import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { isRoleOfPlatform } from '../objects/project-rules.ts';

interface Role {
  name: string;
  attributes: string[];
  connections: number;
  validUntil: string | null;
  password: string | null;
  comment: string | null;
}

interface Membership {
  role: string;
  member: string;
  /** Null: the first superuser. */
  grantor: string | null;
  admin: boolean;
  options: string[];
}

/** Passwords only as SCRAM verifiers, which let nobody log in elsewhere, and none of superusers. */
const ROLES = `
select a.rolname as name,
  array[
    case when rolsuper then 'SUPERUSER' else 'NOSUPERUSER' end,
    case when rolinherit then 'INHERIT' else 'NOINHERIT' end,
    case when rolcreaterole then 'CREATEROLE' else 'NOCREATEROLE' end,
    case when rolcreatedb then 'CREATEDB' else 'NOCREATEDB' end,
    case when rolcanlogin then 'LOGIN' else 'NOLOGIN' end,
    case when rolreplication then 'REPLICATION' else 'NOREPLICATION' end,
    case when rolbypassrls then 'BYPASSRLS' else 'NOBYPASSRLS' end
  ] as attributes,
  rolconnlimit as connections, rolvaliduntil::text as "validUntil",
  case when not rolsuper and rolpassword like 'SCRAM-SHA-256$%' then rolpassword end as password,
  pg_catalog.shobj_description(a.oid, 'pg_authid') as comment
from pg_catalog.pg_authid a
where a.rolname !~ '^pg_'
order by a.rolname`;

// Before 16 nobody checked who granted a membership, and the one that is noted may be gone.
const MEMBERSHIPS = `
select r.rolname as role, m.rolname as member, null as grantor, a.admin_option as admin, '{}'::text[] as options
from pg_catalog.pg_auth_members a
  join pg_catalog.pg_roles r on r.oid = a.roleid
  join pg_catalog.pg_roles m on m.oid = a.member
where a.roleid >= 16384 or a.member >= 16384
order by 1, 2`;

const MEMBERSHIPS_SINCE_16 = `
select r.rolname as role, m.rolname as member, case when a.grantor <> 10 then g.rolname end as grantor,
  a.admin_option as admin,
  array['ADMIN ' || a.admin_option, 'INHERIT ' || a.inherit_option, 'SET ' || a.set_option] as options
from pg_catalog.pg_auth_members a
  join pg_catalog.pg_roles r on r.oid = a.roleid
  join pg_catalog.pg_roles m on m.oid = a.member
  join pg_catalog.pg_roles g on g.oid = a.grantor
where a.roleid >= 16384 or a.member >= 16384
order by 1, 2, 3`;

/** The superuser that runs the statements may exist under the same name; nothing may be taken from it. */
function roleStatements(role: Role, attributesOf: (role: Role) => string[]): string[] {
  const name = quoteIdent(role.name);
  const is = `rolname = ${quoteLiteral(role.name)}`;
  const attributes = [
    ...attributesOf(role),
    `CONNECTION LIMIT ${role.connections}`,
    ...(role.validUntil === null ? [] : [`VALID UNTIL ${quoteLiteral(role.validUntil)}`]),
    ...(role.password === null ? [] : [`PASSWORD ${quoteLiteral(role.password)}`]),
  ];
  const body = `BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE ${is}) THEN CREATE ROLE ${name}; END IF;
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE ${is} AND (oid = 10 OR rolname = current_user)) THEN
    ALTER ROLE ${name} WITH ${attributes.join(' ')};
  END IF;
END`;
  const comment = role.comment === null ? [] : [`COMMENT ON ROLE ${name} IS ${quoteLiteral(role.comment)}`];
  return [`DO ${quoteLiteral(body)}`, ...comment];
}

/** Puts memberships behind those that allow their grantors to grant them. */
function inOrder(memberships: readonly Membership[]): Membership[] {
  const ordered: Membership[] = [];
  let left = [...memberships];
  while (left.length > 0) {
    const possible = left.filter(
      ({ role, grantor }) =>
        grantor === null ||
        ordered.some((given) => given.role === role && given.member === grantor && given.admin),
    );
    const next = possible.length > 0 ? possible : left;
    ordered.push(...next);
    left = left.filter((membership) => !next.includes(membership));
  }
  return ordered;
}

function membershipStatement({ role, member, grantor, admin, options }: Membership): string {
  const how = options.length > 0 ? ` WITH ${options.join(', ')}` : admin ? ' WITH ADMIN OPTION' : '';
  const by = grantor === null ? '' : ` GRANTED BY ${quoteIdent(grantor)}`;
  return `GRANT ${quoteIdent(role)} TO ${quoteIdent(member)}${how}${by}`;
}

/** Statements that make the roles of a cluster, without their settings, and their memberships. */
export async function roleDefinitions(client: pg.Client, major: number): Promise<string[]> {
  const { roles, memberships } = await readRoles(client, major);
  return [
    ...roles.flatMap((role) => roleStatements(role, ({ attributes }) => attributes)),
    ...inOrder(memberships).map(membershipStatement),
  ];
}

/**
 * The same for a cluster that holds the project template: there the roles of the platform keep their attributes and
 * memberships, and get their passwords, limits and comments.
 */
export async function roleDefinitionsBeside(
  client: pg.Client,
  major: number,
  target: pg.Client,
  targetMajor: number,
): Promise<string[]> {
  const { roles, memberships } = await readRoles(client, major);
  const present = new Set((await readRoles(target, targetMajor)).memberships.map(pairOf));
  return [
    ...roles.flatMap((role) =>
      roleStatements(role, ({ name, attributes }) => (isRoleOfPlatform(name) ? [] : attributes)),
    ),
    ...inOrder(memberships)
      .filter((membership) => !present.has(pairOf(membership)))
      .map(membershipStatement),
  ];
}

async function readRoles(
  client: pg.Client,
  major: number,
): Promise<{ roles: Role[]; memberships: Membership[] }> {
  const roles = await client.query<Role>(ROLES);
  const memberships = await client.query<Membership>(major < 16 ? MEMBERSHIPS : MEMBERSHIPS_SINCE_16);
  return { roles: roles.rows, memberships: memberships.rows };
}

function pairOf({ role, member, grantor }: Membership): string {
  return JSON.stringify([role, member, grantor]);
}
