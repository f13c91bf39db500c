import { ownerOfSchema } from '@basalt/contract';
import { PlatformError } from '../../kernel/platform-error.ts';
import { OWNER_ROLE, ROLES_OF_SERVICES, SUPERUSER_ROLE } from '../../project-cluster/roles.ts';

/** @throws PlatformError `forbidden` for a schema that is PostgreSQL's or one of the services' */
export function assertOwnSchema(schema: string): void {
  const owner = ownerOfSchema(schema);
  if (owner !== 'project') throw refused(schema, owner);
}

/**
 * The same for what people may put on tables of the services: policies, triggers and privileges. What exactly, PostgreSQL decides.
 * @throws PlatformError `forbidden` for a schema that is PostgreSQL's
 */
export function assertNotSystemSchema(schema: string): void {
  const owner = ownerOfSchema(schema);
  if (owner === 'postgres') throw refused(schema, owner);
}

function refused(schema: string, owner: 'postgres' | 'service'): PlatformError {
  const whose = owner === 'postgres' ? 'PostgreSQL' : 'one of the services';
  return new PlatformError(
    'forbidden',
    `The schema ${schema} belongs to ${whose}, and what is in it cannot be changed here. Use a schema of your own.`,
  );
}

/** Schemas and dumps of the ecosystem name them. Their settings are the project's to change. */
const API_ROLES: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role', 'authenticator']);
const ROLES_OF_PLATFORM: ReadonlySet<string> = new Set([
  ...ROLES_OF_SERVICES,
  OWNER_ROLE,
  SUPERUSER_ROLE,
  'dashboard_user',
]);
const RESERVED_NAME = /^(?:pg_|supabase_|basalt_)/;

/** @throws PlatformError `bad_request` for a name that PostgreSQL or the platform keeps for itself */
export function assertFreeRoleName(name: string): void {
  if (RESERVED_NAME.test(name) || ROLES_OF_PLATFORM.has(name) || API_ROLES.has(name))
    throw new PlatformError(
      'bad_request',
      `The name ${name} is reserved. Choose another one for your role.`,
      {
        field: 'name',
      },
    );
}

/**
 * @param onlySettings whether nothing but settings of its sessions is changed
 * @throws PlatformError `forbidden` for a role that services work with
 */
export function assertOwnRole(name: string, onlySettings: boolean): void {
  if (onlySettings && API_ROLES.has(name)) return;
  if (name.startsWith('pg_') || ROLES_OF_PLATFORM.has(name) || API_ROLES.has(name))
    throw new PlatformError(
      'forbidden',
      `The role ${name} belongs to the platform and cannot be ${onlySettings ? 'changed' : 'changed or dropped'} here.`,
    );
}
