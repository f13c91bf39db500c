import { SIGNING_KEY_DELETE_DELAY, type SigningKeyStatus } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';

/** Where a key can go from each status. Something must always sign, so the key in use only leaves when another takes over. */
const WAYS: Record<SigningKeyStatus, readonly SigningKeyStatus[]> = {
  standby: ['in_use', 'revoked'],
  in_use: [],
  previously_used: ['in_use', 'standby', 'revoked'],
  revoked: ['standby', 'previously_used'],
};

/** @throws PlatformError `conflict` when a key cannot go from one status to the other */
export function assertMayMove(from: SigningKeyStatus, to: SigningKeyStatus): void {
  if (from === to || WAYS[from].includes(to)) return;
  if (from === 'in_use')
    throw new PlatformError(
      'conflict',
      'The key in use cannot be moved. Move another key to in_use: this one becomes previously_used.',
    );
  throw new PlatformError(
    'conflict',
    `A ${from} key cannot become ${to}. It can become ${WAYS[from].join(' or ')}.`,
  );
}

/** What a key must be for its deletion: revoked, and for so long that nobody holds its public part in a cache. */
export function assertMayDelete(
  key: { status: SigningKeyStatus; is_legacy: boolean; updated_at: Date },
  now: Date,
): void {
  if (key.is_legacy)
    throw new PlatformError('conflict', 'The JWT secret cannot be deleted. Revoke it, or change it.');
  if (key.status !== 'revoked')
    throw new PlatformError('conflict', 'Only revoked keys can be deleted. Revoke this one first.');
  const left = key.updated_at.getTime() + SIGNING_KEY_DELETE_DELAY - now.getTime();
  if (left > 0)
    throw new PlatformError(
      'conflict',
      `A key can be deleted when it has been revoked for ${SIGNING_KEY_DELETE_DELAY / 60_000} minutes. Try again in ${Math.ceil(left / 60_000)}.`,
    );
}
