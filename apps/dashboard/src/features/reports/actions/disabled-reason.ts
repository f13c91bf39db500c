import type { Project } from '@basalt/contract';

/** Why the person cannot make reports of their own; null when they can, or while nobody knows yet. */
export function createDisabledReason(project: Project | undefined): string | null {
  return project === undefined || project.abilities.create_content
    ? null
    : 'You need additional permissions to create reports in this project.';
}
