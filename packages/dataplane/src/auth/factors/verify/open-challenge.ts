import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/transaction.ts';
import { challengeEnd } from '../challenge/challenge-life.ts';
import { clientAddress } from '../challenge/client-address.ts';
import { type ChallengeRow, deleteChallenge, findChallenge } from '../store/challenge-rows.ts';

/**
 * The challenge a proof answers: of this factor, to this client, not answered and not too old. Throws
 * `mfa_factor_not_found` (422), `mfa_ip_address_mismatch`, `mfa_challenge_expired`.
 */
export async function openChallenge(
  context: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challengeId: string,
): Promise<ChallengeRow> {
  const challenge = await findChallenge(tx, factor.id, challengeId, clientAddress(context));
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthError('mfa_factor_not_found', message, { status: 422 });
  }
  if (!challenge.same_ip) throw new AuthError('mfa_ip_address_mismatch');
  if (challenge.verified_at !== null) throw expired(challenge);
  if (context.now.getTime() >= challengeEnd(challenge.created_at)) {
    await deleteChallenge(tx, challenge.id);
    throw expired(challenge);
  }
  return challenge;
}

function expired({ id }: ChallengeRow): AuthError {
  return new AuthError(
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    { keepChanges: true },
  );
}
