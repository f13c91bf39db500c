import type { Credential } from '@basalt/network/webauthn';

/**
 * `auth.mfa_factors.web_authn_credential`, in the form in which servers of this protocol keep it: factors that are
 * imported with their users go on working. Binary values in base64.
 */
export interface StoredCredential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[] | null;
  flags: { backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number };
}

export function toStored(credential: Credential): StoredCredential {
  return {
    id: credential.id.toString('base64'),
    publicKey: credential.publicKey.toString('base64'),
    attestationType: credential.attestation,
    transport: credential.transports,
    flags: { backupEligible: credential.backupEligible, backupState: credential.backedUp },
    authenticator: {
      AAGUID: Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: credential.signCount,
    },
  };
}

export function fromStored(stored: StoredCredential): Credential {
  return {
    id: Buffer.from(stored.id, 'base64'),
    publicKey: Buffer.from(stored.publicKey, 'base64'),
    signCount: stored.authenticator.signCount,
    transports: stored.transport ?? [],
    backupEligible: stored.flags.backupEligible,
    backedUp: stored.flags.backupState,
    aaguid: Buffer.from(stored.authenticator.AAGUID, 'base64').toString('hex'),
    attestation: stored.attestationType,
  };
}
