import type { AuthUser, TokenRole } from '@basalt/contract';
import { ROLLBACK_CLAIM, SCHEMA_READER_CLAIM } from '@basalt/project';
import type { JWTPayload } from 'jose';
import { userClaims } from '../signing-keys/sign-for-user.ts';

/**
 * What a token says: of a user what one says who has signed in with a password, but for the session. It may read the schema of
 * GraphQL and take back what its requests write, as whoever gets it could allow both to everybody.
 */
export function tokenClaims(role: TokenRole, user: AuthUser | null): JWTPayload {
  const all = { [SCHEMA_READER_CLAIM]: true, [ROLLBACK_CLAIM]: true };
  if (user === null) return { role, ...(role === 'authenticated' ? { aud: role } : {}), ...all };
  return { ...userClaims(user), ...all };
}
