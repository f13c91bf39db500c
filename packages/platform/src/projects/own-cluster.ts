import type { ProjectAbility } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';

type Attachable = Pick<ProjectRow, 'attached_version' | 'server_keeper'>;

/** What is done to the cluster of a project, or with its superuser. A database that is attached has neither here. */
const ABILITIES: readonly ProjectAbility[] = [
  'back_up',
  'download_backup',
  'manage_branches',
  'pause_project',
  'read_password',
  'resize_project',
  'restart_project',
  'restore_backup',
  'resume_project',
  'upgrade_project',
  'use_vault',
];

/** Of these, what is done as well where the server is kept for us elsewhere. */
const DONE_BY_KEEPERS: readonly ProjectAbility[] = [
  'back_up',
  'manage_branches',
  'pause_project',
  'resize_project',
  'restart_project',
  'restore_backup',
  'resume_project',
  'upgrade_project',
];

export function isAttached({ attached_version }: Pick<ProjectRow, 'attached_version'>): boolean {
  return attached_version !== null;
}

/** Whether the server of a project's database is kept for us elsewhere. */
export function isKept({ server_keeper }: Pick<ProjectRow, 'server_keeper'>): boolean {
  return server_keeper !== null;
}

/** Whether an ability is of no use to a project, because it has no cluster of its own for it. */
export function lacksCluster(project: Attachable, ability: ProjectAbility): boolean {
  if (!isAttached(project) || !ABILITIES.includes(ability)) return false;
  return project.server_keeper === null || !DONE_BY_KEEPERS.includes(ability);
}

/**
 * @param refused what cannot be done, as the beginning of a sentence
 * @throws PlatformError `conflict` for a project whose database is attached
 */
export function assertOwnCluster(project: Attachable, refused = 'This cannot be done here'): void {
  if (!isAttached(project)) return;
  const where =
    project.server_keeper === null
      ? "the project's database is attached, and this is done where its server runs"
      : "the project's database is in Kubernetes, and this is done there";
  throw new PlatformError('conflict', `${refused}: ${where}.`);
}
