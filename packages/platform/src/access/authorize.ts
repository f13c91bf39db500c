import type { Role } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import { isPermitted } from './is-permitted.ts';

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
