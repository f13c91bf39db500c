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

export function assertMayTransferProjects({ role }: Membership): void {
  authorize(
    'transfer',
    { name: 'projects', role },
    'Only an owner of the organization can transfer its projects.',
  );
}

export function assertMayAmendSubscription({ role }: Membership): void {
  authorize(
    'billing:write',
    { name: 'subscriptions', role },
    'You do not have the required permissions to amend subscriptions.',
  );
}

export function assertMayRequireSecondFactor({ role }: Membership): void {
  authorize(
    'update',
    { name: 'organization_security', role },
    'Only an owner of the organization can change what it requires to sign in.',
  );
}

/** What the dashboard shows or explains. */
export function organizationAbilitiesOf(role: Role | null): Record<OrganizationAbility, boolean> {
  return {
    update_organization: isPermitted(role, 'update', 'organizations'),
    delete_organization: isPermitted(role, 'delete', 'organizations'),
    create_project: isPermitted(role, 'create', 'projects'),
    manage_members: isPermitted(role, 'create', 'members.Read-only'),
    read_audit_log: isPermitted(role, 'read', 'audit_log'),
    transfer_projects: isPermitted(role, 'transfer', 'projects'),
    amend_subscription: isPermitted(role, 'billing:write', 'subscriptions'),
    update_security: isPermitted(role, 'update', 'organization_security'),
  };
}
