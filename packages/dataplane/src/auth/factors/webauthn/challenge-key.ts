import { creationOptions, newChallenge, requestOptions } from '@basalt/network/webauthn';
import type { AuthContext } from '../../auth-context.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { credentialOwner } from '../../webauthn/ceremonies.ts';
import { relyingParty } from '../../webauthn/relying-party.ts';
import { lockFactorCredentials } from './factor-credentials.ts';

/** What a challenge asks a browser to do. */
export interface KeyChallenge {
  challenge: string;
  /** As the client gets it. */
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: object } };
}

/**
 * Asks for a new key while the factor is being enrolled, later for any key that the user has. The relying party comes
 * from the settings, whatever the client says. The client adds what kind of authenticator it wants.
 */
export async function challengeKey(
  { settings }: AuthContext,
  tx: Transaction,
  user: UserRow,
  factor: FactorRow,
): Promise<KeyChallenge> {
  const party = relyingParty(settings);
  const challenge = newChallenge();
  const known = (await lockFactorCredentials(tx, user.id)).map(({ credential }) => credential);
  const webauthn =
    factor.status === 'verified'
      ? ({ type: 'request', publicKey: requestOptions(party, challenge, known) } as const)
      : ({
          type: 'create',
          publicKey: {
            ...creationOptions(party, credentialOwner(user), challenge, known),
            authenticatorSelection: {},
          },
        } as const);
  const { type, publicKey } = webauthn;
  return { challenge, webauthn: { type, credential_options: { publicKey } } };
}
