import { randomBytes } from 'node:crypto';
import type { RelyingParty } from './relying-party.ts';

/** COSE numbers of the signatures that are accepted: ECDSA, RSA (PKCS #1 and PSS) and EdDSA. */
export const ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8] as const;

const TIMEOUT_MS = 300_000;
const CHALLENGE_BYTES = 32;

export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/** What authenticators call the user, and give back with a discoverable credential: the text of the id. */
export function userHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** Whom a credential is made for, as authenticators show them. */
export interface CredentialOwner {
  id: string;
  name: string;
  displayName: string;
}

export interface KnownCredential {
  id: Buffer;
  transports: readonly string[];
}

/**
 * The options of `navigator.credentials.create`, as JSON with binary values in base64url (WebAuthn, 5.1.10).
 * @param known credentials of the owner: an authenticator that has one makes no second
 */
export function creationOptions(
  party: RelyingParty,
  owner: CredentialOwner,
  challenge: string,
  known: readonly KnownCredential[],
): Record<string, unknown> {
  return {
    rp: { name: party.name, id: party.id },
    user: { ...owner, id: userHandle(owner.id) },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    ...(known.length > 0 ? { excludeCredentials: known.map(descriptor) } : {}),
  };
}

/** The options of `navigator.credentials.get`. Without `allowed` the person chooses among what the authenticator knows. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowed: readonly KnownCredential[] = [],
): Record<string, unknown> {
  return {
    challenge,
    timeout: TIMEOUT_MS,
    rpId: party.id,
    userVerification: party.verification,
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(descriptor) } : {}),
  };
}

function descriptor({ id, transports }: KnownCredential): object {
  return {
    type: 'public-key',
    id: id.toString('base64url'),
    ...(transports.length > 0 ? { transports } : {}),
  };
}
