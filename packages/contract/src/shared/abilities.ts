import * as z from 'zod';

/** What the caller may do with an organization. Decided by the server, carried by every answer. */
export const ORGANIZATION_ABILITIES = [
  'update_organization',
  'delete_organization',
  'create_project',
  /** Inviting people and changing what they are. Owners are made and changed by owners only. */
  'manage_members',
  /** Seeing and downloading the audit log. */
  'read_audit_log',
  /** Moving its projects to other organizations. */
  'transfer_projects',
  /** Changing the plan. */
  'amend_subscription',
  /** What members need to sign in. */
  'update_security',
] as const;
/** What the caller may do with a project. */
export const PROJECT_ABILITIES = [
  'update_project',
  'pause_project',
  'resume_project',
  'restart_project',
  'delete_project',
  'run_sql',
  'read_sql',
  'read_password',
  /** Snippets, folders and reports of one's own. */
  'create_content',
  /** Keys, JWT secret and the development mailbox: whatever lets one act for the project's users. */
  'read_api_keys',
  /** Secrets of the vault: seeing, reading and changing them, which SQL allows the same people. */
  'use_vault',
  /** Keys, signing keys, Data API and auth settings. */
  'update_api_config',
  'read_auth_users',
  'update_auth_users',
  /** Buckets and objects of storage. */
  'read_storage',
  'update_storage',
  'read_request_log',
  /** Rules that tell people when figures are out of bounds. */
  'manage_alerts',
  'read_functions',
  /** Deploying and deleting functions, and their secrets. */
  'deploy_functions',
  /** Taking backups, their schedule, verifying and deleting them. */
  'back_up',
  /** Restoring in place or into a new project. */
  'restore_backup',
  'download_backup',
  'upgrade_project',
  /** Making branches of the project, changing, resetting and deleting them. */
  'manage_branches',
  'resize_project',
  /** Add-ons such as point-in-time recovery. */
  'amend_subscription',
] as const;

export type OrganizationAbility = (typeof ORGANIZATION_ABILITIES)[number];
export type ProjectAbility = (typeof PROJECT_ABILITIES)[number];

export const organizationAbilities = z.record(z.enum(ORGANIZATION_ABILITIES), z.boolean());
export const projectAbilities = z.record(z.enum(PROJECT_ABILITIES), z.boolean());
