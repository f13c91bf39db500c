import type { OrganizationAbility, Role } from '@basalt/contract';
import { authorize, isPermitted } from '../access/permissions.ts';
import type { Membership } from './store.ts';

export function assertMayUpdate({ role }: Membership): void {
  authorize(
    'update',
    { name: 'organizations', role },
    'You do not have the required permissions to update this organization.',
  );
}

export function assertMayCreateProject({ role }: Membership): void {
  authorize(
    'create',
    { name: 'projects', role },
    'You do not have the required permissions to create a project in this organization.',
  );
}

export function assertMayDelete({ role }: Membership): void {
  authorize(
    'delete',
    { name: 'organizations', role },
    'You do not have the required permissions to delete this organization.',
  );
}

export function assertMayReadAuditLog({ role }: Membership): void {
  authorize(
    'read',
    { name: 'audit_log', role },
    'You do not have the required permissions to see the audit log of this organization.',
  );
}

export function assertMayAmendSubscription({ role }: Membership): void {
  authorize(
    'billing:write',
    { name: 'subscriptions', role },
    'You do not have the required permissions to amend subscriptions.',
  );
}

/** What the dashboard shows or explains. */
export function organizationAbilitiesOf(role: Role): Record<OrganizationAbility, boolean> {
  return {
    update_organization: isPermitted(role, 'update', 'organizations'),
    delete_organization: isPermitted(role, 'delete', 'organizations'),
    create_project: isPermitted(role, 'create', 'projects'),
    manage_members: isPermitted(role, 'create', 'members.Read-only'),
    read_audit_log: isPermitted(role, 'read', 'audit_log'),
    amend_subscription: isPermitted(role, 'billing:write', 'subscriptions'),
  };
}
