import { readFileSync } from 'node:fs';
import type { PostgresMajor } from '../driver.ts';

export interface ProjectDatabaseScript {
  /** File name, for error messages. */
  name: string;
  /** To be sent as one simple query: it takes effect as a whole or not at all. */
  sql: string;
}

/**
 * What came after the first version, in order: databases made earlier are brought up to date with them when they start, so
 * each may be run again. Only ever add to the end.
 */
const UPDATES = [
  '17-schema-change-notice.sql',
  '18-development-mailbox.sql',
  '19-what-readers-may-read.sql',
  '19-what-readers-may-read-of-services.sql',
  '20-claims-as-json.sql',
  '21-statement-statistics.sql',
  '22-connection-limits.sql',
  '23-vault.sql',
  '24-scheduled-jobs.sql',
  '25-webhooks.sql',
  '27-parts-of-uploads.sql',
  '28-event-triggers.sql',
  '29-auth-hook-calls.sql',
  '30-saml.sql',
  '31-user-imports.sql',
  '32-auth-activity.sql',
];

/** PostgreSQL 16 changed what CREATEROLE may do, so the privileges of the project's owner are written twice. */
function rolePrivileges(major: PostgresMajor): string {
  return major === 15 ? '02-role-privileges.15.sql' : '02-role-privileges.16.sql';
}

function scriptNames(major: PostgresMajor): string[] {
  return [
    '01-roles.sql',
    rolePrivileges(major),
    '03-settings.sql',
    ...(major >= 17 ? ['03-settings-since.17.sql'] : []),
    '04-schemas.sql',
    '05-auth-users.sql',
    '06-auth-sessions.sql',
    '07-auth-providers.sql',
    '08-auth-functions.sql',
    '09-storage-tables.sql',
    '10-storage-functions.sql',
    '11-realtime-tables.sql',
    '12-realtime-partitions.sql',
    '13-realtime-functions.sql',
    '14-keep-platform-objects.sql',
    '15-public-defaults.sql',
    '16-row-level-security.sql',
    ...UPDATES,
  ];
}

/**
 * What the database of every new project contains: roles, schemas, tables, functions and rules that the public ecosystem
 * expects. Run them in order, once, in the database `postgres` of a fresh cluster made by `initdb -U supabase_admin`, as that
 * bootstrap superuser. They are not made to be run twice. No script holds a secret and no role has a password.
 */
export function projectDatabaseScripts(major: PostgresMajor): ProjectDatabaseScript[] {
  return scriptNames(major).map(readScript);
}

/** Scripts of {@link projectDatabaseScripts} that ask for no superuser and name no role of the owner's. */
const FOR_ATTACHED = [
  '05-auth-users.sql',
  '06-auth-sessions.sql',
  '07-auth-providers.sql',
  '08-auth-functions.sql',
  '09-storage-tables.sql',
  '10-storage-functions.sql',
  '11-realtime-tables.sql',
  '12-realtime-partitions.sql',
  '13-realtime-functions.sql',
  '18-development-mailbox.sql',
  '19-what-readers-may-read-of-services.sql',
  '20-claims-as-json.sql',
  '27-parts-of-uploads.sql',
  '29-auth-hook-calls.sql',
  '30-saml.sql',
  '31-user-imports.sql',
  '32-auth-activity.sql',
];

/**
 * What the services of a project keep in a database that somebody else runs. The roles are there, and the schemas.
 * @param noticesChanges event triggers can be made, so that changes of the schema are told
 */
export function attachedDatabaseScripts(noticesChanges: boolean): ProjectDatabaseScript[] {
  return [...FOR_ATTACHED, ...(noticesChanges ? ['17-schema-change-notice.sql'] : [])].map(readScript);
}

/** What differs by major version in what the project's owner may do. For a database that came from an older major; may be run again. */
export function projectDatabaseRolePrivileges(major: PostgresMajor): ProjectDatabaseScript[] {
  return [rolePrivileges(major), ...(major >= 17 ? ['03-settings-since.17.sql'] : [])].map(readScript);
}

/** What a database made by an earlier version may lack, oldest first. Each script may be run on one that has it. */
export function projectDatabaseUpdates(): ProjectDatabaseScript[] {
  return UPDATES.map(readScript);
}

function readScript(name: string): ProjectDatabaseScript {
  return { name, sql: readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8') };
}
