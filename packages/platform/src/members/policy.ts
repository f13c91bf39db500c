import type { Role } from '@basalt/contract';
import { authorize, isPermitted } from '../access/permissions.ts';

type MemberAction = 'create' | 'update' | 'delete';

/**
 * Whether somebody with the role `own` may add, change or remove a member who is, or is about to be, `role`.
 * @throws PlatformError `forbidden`
 */
export function assertMayMember(action: MemberAction, own: Role, role: Role): void {
  const denied =
    role === 'Owner' && isPermitted(own, action, 'members.Administrator')
      ? 'Only an owner may invite, change or remove owners.'
      : 'You do not have the required permissions to change the members of this organization.';
  authorize(action, { name: `members.${role}`, role: own }, denied);
}

/** {@link assertMayMember} as an answer. */
export function mayMember(action: MemberAction, own: Role, role: Role): boolean {
  return isPermitted(own, action, `members.${role}`);
}
