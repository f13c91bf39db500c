import { SIGNING_KEY_DELETE_DELAY, type SigningKey, type SigningKeyStatus } from '@basalt/contract';

/** What somebody can do with a signing key. */
export type MoveName = 'rotate' | 'standby' | 'verify' | 'revoke' | 'delete';

export interface Move {
  name: MoveName;
  /** The status it leads to; null for the end. */
  to: SigningKeyStatus | null;
  /** Why it cannot be done now; null when it can. */
  reason: string | null;
}

interface Circumstances {
  /** The key is the project's JWT secret. */
  isLegacy: boolean;
  /** The anon and service_role keys, which the JWT secret signs, are accepted. */
  legacyKeysEnabled: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** What can be done with a signing key. Something must always sign, so the key in use only goes when another comes. */
export function signingKeyMoves(
  { status, updated_at }: Pick<SigningKey, 'status' | 'updated_at'>,
  { isLegacy, legacyKeysEnabled, now }: Circumstances,
): Move[] {
  const rotate: Move = { name: 'rotate', to: 'in_use', reason: null };
  const standby: Move = { name: 'standby', to: 'standby', reason: null };
  const revoke: Move = {
    name: 'revoke',
    to: 'revoked',
    reason: isLegacy && legacyKeysEnabled ? 'It signs the legacy keys. Switch those off first.' : null,
  };
  switch (status) {
    case 'in_use':
      return [];
    case 'standby':
      return [rotate, revoke];
    case 'previously_used':
      return [rotate, standby, revoke];
    case 'revoked':
      return [
        standby,
        { name: 'verify', to: 'previously_used', reason: null },
        { name: 'delete', to: null, reason: deletionReason(updated_at, isLegacy, now) },
      ];
  }
}

function deletionReason(revokedAt: string, isLegacy: boolean, now: number): string | null {
  if (isLegacy) return 'The JWT secret cannot be deleted.';
  const left = Date.parse(revokedAt) + SIGNING_KEY_DELETE_DELAY - now;
  if (left <= 0) return null;
  const minutes = Math.ceil(left / 60_000);
  return `Possible in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, when nobody has it in a cache any more.`;
}
