import { ROLES, type Role } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';

/**
 * One line of the table: these roles may do these actions on these resources. `%` stands for anything, and at the end of a
 * name for any end. Names are those of the dashboard's permission pairs.
 */
export interface Permission {
  roles: readonly Role[];
  actions: readonly string[];
  resources: readonly string[];
  /** Takes these away from the roles, whatever other lines give them. */
  isRestrictive?: true;
}

const EVERYONE: readonly Role[] = ['Owner', 'Administrator', 'Developer', 'Read-only'];
const DEVELOPERS: readonly Role[] = ['Owner', 'Administrator', 'Developer'];
const ADMINISTRATORS: readonly Role[] = ['Owner', 'Administrator'];
const OWNERS: readonly Role[] = ['Owner'];

const PERMISSIONS: readonly Permission[] = [
  { roles: OWNERS, actions: ['%'], resources: ['%'] },

  {
    roles: EVERYONE,
    actions: ['read'],
    resources: [
      'organizations',
      'members',
      'projects',
      'operations',
      'auth_users',
      'request_log',
      'storage',
      'functions',
    ],
  },
  { roles: EVERYONE, actions: ['tenant:sql:query'], resources: ['%'] },

  {
    roles: DEVELOPERS,
    actions: ['read'],
    resources: ['service_api_keys', 'database_password', 'vault_secrets'],
  },
  { roles: DEVELOPERS, actions: ['create', 'update', 'delete'], resources: ['user_content'] },
  // SQL allows them the rows of storage, and the keys they may see the rest.
  { roles: DEVELOPERS, actions: ['update'], resources: ['storage'] },
  { roles: DEVELOPERS, actions: ['update'], resources: ['functions'] },
  { roles: DEVELOPERS, actions: ['update'], resources: ['alert_rules'] },
  // What they may see and change in a project they have in its branches.
  { roles: DEVELOPERS, actions: ['update'], resources: ['branches'] },
  { roles: DEVELOPERS, actions: ['tenant:sql:write'], resources: ['%'] },
  {
    roles: DEVELOPERS,
    actions: ['infra:execute'],
    resources: ['reboot', 'queue_jobs.projects.initialize_or_resume', 'queue_jobs.backups.download'],
  },

  { roles: ADMINISTRATORS, actions: ['create', 'update', 'delete'], resources: ['projects'] },
  {
    roles: ADMINISTRATORS,
    actions: ['update'],
    resources: ['api_config', 'auth_users'],
  },
  {
    roles: ADMINISTRATORS,
    actions: ['infra:execute'],
    resources: [
      'queue_jobs.projects.pause',
      'queue_jobs.projects.upgrade',
      'queue_jobs.projects.resize',
      'queue_jobs.backups.create',
      'queue_jobs.restore.prepare',
    ],
  },
  { roles: ADMINISTRATORS, actions: ['billing:write'], resources: ['subscriptions'] },
  { roles: ADMINISTRATORS, actions: ['update'], resources: ['organizations'] },
  { roles: ADMINISTRATORS, actions: ['read'], resources: ['audit_log'] },
  // A member is named by the role they have or get: no role gives more than it has.
  { roles: ADMINISTRATORS, actions: ['create', 'update', 'delete'], resources: ['members.%'] },
  {
    roles: ['Administrator'],
    actions: ['create', 'update', 'delete'],
    resources: ['members.Owner'],
    isRestrictive: true,
  },
];

/**
 * Whether a role may do an action on a resource: one line of the table says so, and no restrictive one takes it away. No role,
 * no permission.
 */
export function isPermitted(
  role: Role | null,
  action: string,
  resource: string,
  table: readonly Permission[] = PERMISSIONS,
): boolean {
  if (role === null) return false;
  const lines = table.filter(
    (line) => line.roles.includes(role) && matches(line.actions, action) && matches(line.resources, resource),
  );
  return lines.length > 0 && !lines.some(({ isRestrictive }) => isRestrictive);
}

/** A role, or `most` where it may more than that. Null: without a limit. */
export function atMost(role: Role, most: Role | null): Role {
  return most !== null && ROLES.indexOf(most) > ROLES.indexOf(role) ? most : role;
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('%') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
  );
}

/** What a rule is asked about: a resource of the table, in an organization where the actor has this role. */
export interface Resource {
  name: string;
  role: Role | null;
}

/**
 * Every command passes here. Someone outside the organization is told that there is nothing, someone inside
 * that they may not.
 * @throws PlatformError `not_found` or `forbidden`
 */
export function authorize(action: string, resource: Resource, denied?: string): void {
  if (resource.role === null) throw new PlatformError('not_found');
  if (!isPermitted(resource.role, action, resource.name)) throw new PlatformError('forbidden', denied);
}
