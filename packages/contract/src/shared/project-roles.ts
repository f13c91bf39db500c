/** What a member may be in one project, whatever they are in the organization. Nobody owns a project alone. */
export const PROJECT_ROLES = ['Administrator', 'Developer', 'Read-only'] as const;
