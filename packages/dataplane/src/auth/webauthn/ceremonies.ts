import * as webauthn from '@basalt/network/webauthn';
import { AuthError } from '../errors/auth-error.ts';
import type { UserRow } from '../store/user-row.ts';

/** The user as authenticators show them. */
export function credentialOwner(user: UserRow): webauthn.CredentialOwner {
  const name = user.email || user.phone || user.id;
  const displayName = user.raw_user_meta_data?.name;
  return {
    id: user.id,
    name,
    displayName: typeof displayName === 'string' && displayName !== '' ? displayName : name,
  };
}

/** Checks a new credential. Throws `webauthn_verification_failed`. */
export function verifyRegistration(
  ...ceremony: Parameters<typeof webauthn.verifyRegistration>
): Promise<webauthn.Credential> {
  return webauthn.verifyRegistration(...ceremony).catch(refuse);
}

/** Checks a use of a credential. Throws `webauthn_verification_failed`. */
export function verifyAssertion(
  ...ceremony: Parameters<typeof webauthn.verifyAssertion>
): Promise<webauthn.CredentialUse> {
  return webauthn.verifyAssertion(...ceremony).catch(refuse);
}

function refuse(cause: unknown): never {
  throw verificationFailed(cause);
}

/** One sentence whatever was wrong: what failed is of use to whoever tries things out. */
export function verificationFailed(cause?: unknown): AuthError {
  return new AuthError('webauthn_verification_failed', 'Credential verification failed', {
    cause,
    keepChanges: true,
  });
}

export function invalidResponse(): AuthError {
  return new AuthError('webauthn_verification_failed', 'Invalid credential response', { keepChanges: true });
}
