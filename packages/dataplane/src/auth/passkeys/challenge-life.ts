import { newChallenge } from '@basalt/network/webauthn';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Executor } from '../store/run-transaction.ts';
import { instant } from '../store/write-row.ts';
import {
  type ChallengeType,
  insertPasskeyChallenge,
  takePasskeyChallenge,
} from './store/passkey-challenges.ts';

const LIFE_MS = 300_000;

/** A ceremony that was begun, as the client gets it. */
export interface BegunCeremony {
  challenge_id: string;
  options: object;
  /** Seconds since 1970. */
  expires_at: number;
}

/** Begins a ceremony that has to end within five minutes. */
export async function beginCeremony(
  { now }: AuthContext,
  db: Executor,
  of: { type: ChallengeType; userId: string | null },
  options: (challenge: string) => object,
): Promise<BegunCeremony> {
  const challenge = newChallenge();
  const end = new Date(now.getTime() + LIFE_MS);
  const { id } = await insertPasskeyChallenge(db, now, {
    user_id: of.userId,
    challenge_type: of.type,
    challenge,
    expires_at: end,
  });
  return { challenge_id: id, options: options(challenge), expires_at: Math.floor(end.getTime() / 1000) };
}

/**
 * The challenge of a ceremony, which is used up by asking for it, whatever becomes of the ceremony. Throws
 * `webauthn_challenge_not_found`, `webauthn_challenge_expired`.
 */
export async function takeChallenge(
  { db, now }: AuthContext,
  of: { id: string; type: ChallengeType; userId: string | null },
): Promise<string> {
  const challenge = await takePasskeyChallenge(db, of);
  if (!challenge) throw new AuthError('webauthn_challenge_not_found', 'Challenge not found or already used');
  if (now.getTime() >= instant(challenge.expires_at)) throw new AuthError('webauthn_challenge_expired');
  return challenge.session_data.challenge;
}
