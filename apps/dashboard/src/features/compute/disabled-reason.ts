import { type Project, TRANSITIONS } from '@basalt/contract';

type Asked = Pick<Project, 'abilities' | 'status'>;

/** Why size, disk or parameters cannot be changed now, as the text of a tooltip; null when they can. */
export function resizeDisabledReason({ abilities, status }: Asked): string | null {
  if (!abilities.resize_project) return 'You need additional permissions to resize this project';
  return mayChange(status) ? null : 'Wait until the change that is under way is finished.';
}

/** The same for lifting the read-only mode. */
export function liftDisabledReason({ abilities, status }: Asked): string | null {
  if (!abilities.resize_project) return 'You need additional permissions to lift the read-only mode';
  return mayChange(status) ? null : 'Wait until the change that is under way is finished.';
}

/** A paused project gets its new size when it starts again. */
function mayChange(status: Project['status']): boolean {
  return status === 'INACTIVE' || TRANSITIONS.resize.from.includes(status);
}
