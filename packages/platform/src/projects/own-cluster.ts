import type { ProjectAbility } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';

type Attachable = Pick<ProjectRow, 'attached_version'>;

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

export function isAttached({ attached_version }: Attachable): boolean {
  return attached_version !== null;
}

/** Whether an ability is of use only where the project has a cluster of its own. */
export function needsOwnCluster(ability: ProjectAbility): boolean {
  return ABILITIES.includes(ability);
}

/**
 * @param refused what cannot be done, as the beginning of a sentence
 * @throws PlatformError `conflict` for a project whose database is attached
 */
export function assertOwnCluster(project: Attachable, refused = 'This cannot be done here'): void {
  if (!isAttached(project)) return;
  throw new PlatformError(
    'conflict',
    `${refused}: the project's database is attached, and this is done where its server runs.`,
  );
}
