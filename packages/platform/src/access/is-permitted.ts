import type { Role } from '@basalt/contract';
import { PERMISSIONS, type Permission } from './permission-table.ts';

/** Whether a role may do an action on a resource: true when one line of the table says so. No role, no permission. */
export function isPermitted(
  role: Role | null,
  action: string,
  resource: string,
  table: readonly Permission[] = PERMISSIONS,
): boolean {
  if (role === null) return false;
  return table.some(
    (line) => line.roles.includes(role) && matches(line.actions, action) && matches(line.resources, resource),
  );
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => pattern === '%' || pattern === name);
}
