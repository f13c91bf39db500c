import type { AuthContext } from '../../auth-context.ts';

/** Where providers send people back to: the address the project's owner registers with them. */
export function callbackUrl({ project }: Pick<AuthContext, 'project'>): string {
  return `${project.publicUrl}/auth/v1/callback`;
}
