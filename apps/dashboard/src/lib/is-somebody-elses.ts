import type { Project } from '@basalt/contract';

/** Whether somebody else runs the server of a project's database, who starts, stops and deletes it. */
export function isSomebodyElses({ is_attached, kept_by }: Pick<Project, 'is_attached' | 'kept_by'>): boolean {
  return is_attached && kept_by === null;
}
