import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { ALGORITHMS } from './ceremony-options.ts';
import { transportsOf } from './read-credential.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded when somebody has such a key: it is a quarter of what a process would load at its start. */
const library = () => import('@simplewebauthn/server');

/** What is kept of a credential: everything but the private key, which never leaves the authenticator. */
export interface Credential {
  id: Buffer;
  /** In the form of COSE. */
  publicKey: Buffer;
  /** How often it signed; 0 for authenticators that do not count. */
  signCount: number;
  transports: string[];
  /** Whether it can be on several devices. Never changes. */
  backupEligible: boolean;
  backedUp: boolean;
  /** The authenticator's model; zeros where it does not say. */
  aaguid: string;
  /** The format of the attestation. */
  attestation: string;
}

/** What a use of a credential changes. */
export type CredentialUse = Pick<Credential, 'signCount' | 'backedUp'>;

/**
 * Checks a new credential: challenge, origin, relying party, presence of a person, attestation. Attestations have to be
 * sound, but any maker is welcome. Rejects when anything of it is wrong.
 */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Credential> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: party.verification === 'required',
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  if (!verified) throw new Error('The attestation is not sound.');
  const { credential, fmt, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: transportsOf(response),
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    aaguid,
    attestation: fmt,
  };
}

/**
 * Checks a use of a credential: challenge, origin, relying party, presence of a person, signature, that it is still of
 * the same kind, and that its counter went up. One that went back is the trace of a copy. Rejects when anything of it is
 * wrong.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  credential: Credential,
): Promise<CredentialUse> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: party.verification === 'required',
    credential: {
      id: credential.id.toString('base64url'),
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.signCount,
    },
  });
  const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
  const isEligible = credentialDeviceType === 'multiDevice';
  if (!verified) throw new Error('The signature is not of this credential.');
  if (isEligible !== credential.backupEligible) throw new Error('The credential is of another kind now.');
  return { signCount: newCounter, backedUp: credentialBackedUp };
}
