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

/** What hides a key of which not even the beginning may be seen. */
export const MASK = '•'.repeat(24);

/** Whether a legacy key may be seen by everybody, from its comma-separated tags. */
export function isPublicKey(tags: string): boolean {
  return tags.split(',').every((tag) => tag.trim() !== 'service_role');
}
