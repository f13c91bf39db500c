import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { renamed } from './schema.ts';
import { settingValue } from './settings.ts';
import { nameList } from './sql-part.ts';

interface RoleInput {
  /** A verifier, never the password itself: statements are shown and logged. Null takes it away. */
  password?: string | null | undefined;
  is_superuser?: boolean | undefined;
  can_create_db?: boolean | undefined;
  can_create_role?: boolean | undefined;
  inherit_role?: boolean | undefined;
  can_login?: boolean | undefined;
  is_replication_role?: boolean | undefined;
  can_bypass_rls?: boolean | undefined;
  connection_limit?: number | undefined;
  valid_until?: string | undefined;
  config?: Readonly<Record<string, string>> | undefined;
}

export interface NewRole extends RoleInput {
  name: string;
  member_of?: readonly string[] | undefined;
  members?: readonly string[] | undefined;
  admins?: readonly string[] | undefined;
}

export interface RoleChanges extends RoleInput {
  name?: string | undefined;
}

const ATTRIBUTES = {
  is_superuser: 'superuser',
  can_create_db: 'createdb',
  can_create_role: 'createrole',
  inherit_role: 'inherit',
  can_login: 'login',
  is_replication_role: 'replication',
  can_bypass_rls: 'bypassrls',
} as const;

function attributes(role: RoleInput): string[] {
  const flags = (Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[]).flatMap((key) =>
    role[key] === undefined ? [] : [role[key] ? ATTRIBUTES[key] : `no${ATTRIBUTES[key]}`],
  );
  return [
    ...flags,
    ...(role.connection_limit === undefined ? [] : [`connection limit ${Math.trunc(role.connection_limit)}`]),
    ...(role.password === undefined
      ? []
      : [`password ${role.password === null ? 'null' : quoteLiteral(role.password)}`]),
    ...(role.valid_until === undefined ? [] : [`valid until ${quoteLiteral(role.valid_until)}`]),
  ];
}

export function createRole(role: NewRole): string[] {
  const name = quoteIdent(role.name);
  const { member_of = [], members = [], admins = [] } = role;
  const clauses = [
    ...attributes(role),
    ...(member_of.length === 0 ? [] : [`in role ${nameList(member_of)}`]),
    ...(members.length === 0 ? [] : [`role ${nameList(members)}`]),
    ...(admins.length === 0 ? [] : [`admin ${nameList(admins)}`]),
  ];
  return [[`create role ${name}`, ...clauses].join(' '), ...settings(name, role.config)];
}

export function changeRole(stored: { name: string }, changes: RoleChanges): string[] {
  const name = quoteIdent(stored.name);
  const clauses = attributes(changes);
  return [
    ...(clauses.length === 0 ? [] : [`alter role ${name} ${clauses.join(' ')}`]),
    ...(changes.config === undefined ? [] : [`alter role ${name} reset all`]),
    ...settings(name, changes.config),
    ...renamed(`role ${name}`, stored.name, changes.name),
  ];
}

function settings(role: string, config: RoleInput['config'] = {}): string[] {
  return Object.entries(config).map(([name, value]) => `alter role ${role} set ${settingValue(name, value)}`);
}
