export const ROLES = ['Owner', 'Administrator', 'Developer', 'Read-only'] as const;
export type Role = (typeof ROLES)[number];
