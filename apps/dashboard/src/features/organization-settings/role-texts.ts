import type { Role } from '@basalt/contract';

/** What a role may do, for people. The server decides; this only tells. */
export const ROLE_TEXTS: ReadonlyArray<[Role, string]> = [
  ['Owner', 'Everything, including renaming the organization and deleting its projects.'],
  ['Administrator', 'Creates, pauses, renames and deletes projects, and renames the organization.'],
  ['Developer', 'Works in projects: runs SQL, restarts and restores them.'],
  ['Read-only', 'Looks at projects and changes nothing.'],
];
