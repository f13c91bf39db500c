import type { JwtKeysState } from './jwt-machine.ts';

export const DENIED_PANEL =
  "You don't have permission to view API keys. These keys restricted to users with higher access levels.";
export const DENIED_KEY = 'You need additional permissions to view API keys.';
export const DENIED_SECRET = 'You need additional permissions to view JWT secret.';

/** What stands in the place of a key that is signed with the JWT secret, while that says nothing good; null: the key itself. */
export function textInsteadOfKey(jwt: JwtKeysState): string | null {
  if (jwt === 'updating') return 'Updating JWT secret...';
  return jwt === 'failed' ? 'JWT secret update failed, new API key may have issues' : null;
}

/**
 * What is said beside a project's address. The public client keeps a browser's session under the name of the host, which is the
 * same for all projects where they are told apart by path.
 * @param ref of the project
 */
export function addressHint(address: string, ref: string): string {
  const hint = 'Where your apps reach this project.';
  if (new URL(address).pathname === '/') return hint;
  return `${hint} All projects share this host: an app for browsers sets auth.storageKey, such as 'sb-${ref}-auth-token', or its users lose their session when another project's app signs in.`;
}

/** What hides a key of which not even the beginning may be seen. */
export const MASK = '•'.repeat(24);

/** Whether a legacy key may be seen by everybody, from its comma-separated tags. */
export function isPublicKey(tags: string): boolean {
  return tags.split(',').every((tag) => tag.trim() !== 'service_role');
}
