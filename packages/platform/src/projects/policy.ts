import type { ProjectAbility, Role } from '@basalt/contract';
import { authorize, isPermitted } from '../access/permissions.ts';
import { lacksCluster } from './own-cluster.ts';

/** What each ability asks of the permission table, and the sentence for those who lack it. */
const RULES: Record<ProjectAbility, { action: string; resource: string; denied: string }> = {
  update_project: {
    action: 'update',
    resource: 'projects',
    denied: 'You do not have the required permissions to update this project.',
  },
  pause_project: {
    action: 'infra:execute',
    resource: 'queue_jobs.projects.pause',
    denied: 'You do not have the required permissions to pause this project.',
  },
  resume_project: {
    action: 'infra:execute',
    resource: 'queue_jobs.projects.initialize_or_resume',
    denied: 'You do not have the required permissions to restore this project.',
  },
  restart_project: {
    action: 'infra:execute',
    resource: 'reboot',
    denied: 'You do not have the required permissions to restart this project.',
  },
  delete_project: {
    action: 'delete',
    resource: 'projects',
    denied: 'You do not have the required permissions to delete this project.',
  },
  run_sql: {
    action: 'tenant:sql:write',
    resource: 'database',
    denied:
      'You do not have the required permissions to change this database. Read-only queries are allowed.',
  },
  read_sql: {
    action: 'tenant:sql:query',
    resource: 'database',
    denied: 'You do not have the required permissions to query this database.',
  },
  create_content: {
    action: 'create',
    resource: 'user_content',
    denied: 'Your queries will not be saved as you do not have sufficient permissions.',
  },
  read_password: {
    action: 'read',
    resource: 'database_password',
    denied: 'You do not have the required permissions to read the database password.',
  },
  read_api_keys: {
    action: 'read',
    resource: 'service_api_keys',
    denied: 'You do not have the required permissions to read the keys of this project.',
  },
  use_vault: {
    action: 'read',
    resource: 'vault_secrets',
    denied: 'You do not have the required permissions to see the vault of this project.',
  },
  update_api_config: {
    action: 'update',
    resource: 'api_config',
    denied: "You do not have the required permissions to change this project's API settings and keys.",
  },
  read_auth_users: {
    action: 'read',
    resource: 'auth_users',
    denied: 'You do not have the required permissions to see the users of this project.',
  },
  update_auth_users: {
    action: 'update',
    resource: 'auth_users',
    denied: 'You do not have the required permissions to change the users of this project.',
  },
  read_storage: {
    action: 'read',
    resource: 'storage',
    denied: 'You do not have the required permissions to see the files of this project.',
  },
  update_storage: {
    action: 'update',
    resource: 'storage',
    denied: 'You do not have the required permissions to change the files of this project.',
  },
  read_request_log: {
    action: 'read',
    resource: 'request_log',
    denied: 'You do not have the required permissions to read the request log of this project.',
  },
  manage_alerts: {
    action: 'update',
    resource: 'alert_rules',
    denied: 'You do not have the required permissions to change the alerts of this project.',
  },
  read_functions: {
    action: 'read',
    resource: 'functions',
    denied: 'You do not have the required permissions to see the functions of this project.',
  },
  deploy_functions: {
    action: 'update',
    resource: 'functions',
    denied:
      'You do not have the required permissions to change the functions of this project and their secrets.',
  },
  back_up: {
    action: 'infra:execute',
    resource: 'queue_jobs.backups.create',
    denied: 'You do not have the required permissions to manage backups of this project.',
  },
  restore_backup: {
    action: 'infra:execute',
    resource: 'queue_jobs.restore.prepare',
    denied: 'You do not have the required permissions to restore backups of this project.',
  },
  download_backup: {
    action: 'infra:execute',
    resource: 'queue_jobs.backups.download',
    denied: 'You do not have the required permissions to download backups of this project.',
  },
  upgrade_project: {
    action: 'infra:execute',
    resource: 'queue_jobs.projects.upgrade',
    denied: 'You do not have the required permissions to upgrade this project.',
  },
  resize_project: {
    action: 'infra:execute',
    resource: 'queue_jobs.projects.resize',
    denied: 'You do not have the required permissions to resize this project.',
  },
  manage_branches: {
    action: 'update',
    resource: 'branches',
    denied: 'You do not have the required permissions to manage the branches of this project.',
  },
  amend_subscription: {
    action: 'billing:write',
    resource: 'subscriptions',
    denied: 'You do not have the required permissions to amend subscriptions.',
  },
};

/** @throws PlatformError `forbidden` */
export function assertMay(ability: ProjectAbility, role: Role): void {
  const { action, resource, denied } = RULES[ability];
  authorize(action, { name: resource, role }, denied);
}

export function may(ability: ProjectAbility, role: Role): boolean {
  const { action, resource } = RULES[ability];
  return isPermitted(role, action, resource);
}

/** What the dashboard shows or explains. Of an attached database nobody may do what is done to a cluster. */
export function projectAbilitiesOf(
  role: Role,
  project: Parameters<typeof lacksCluster>[0],
): Record<ProjectAbility, boolean> {
  const abilities = Object.keys(RULES) as ProjectAbility[];
  return Object.fromEntries(
    abilities.map((ability) => [ability, may(ability, role) && !lacksCluster(project, ability)]),
  ) as Record<ProjectAbility, boolean>;
}
