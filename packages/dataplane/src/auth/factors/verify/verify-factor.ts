import { matchTotp } from '@basalt/network/second-factor';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { factorAttempt } from '../../hooks/verification-attempt.ts';
import { fitsJudged, type Judgement, judgeCode, makesOwnCodes } from '../../messages/judge-code.ts';
import { notify } from '../../messages/notify.ts';
import type { SessionBody } from '../../present/present-session.ts';
import { raiseSession } from '../../sessions/issue-session.ts';
import { audit } from '../../store/audit-log.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { type Fields, isUuid } from '../../wire/read-body.ts';
import { challengeEnd, clientAddress } from '../challenge/challenge-life.ts';
import { checkVerificationEnabled, type FactorActor } from '../require-factor-actor.ts';
import {
  type ChallengeRow,
  deleteChallenge,
  findChallenge,
  markVerified,
  wasAccepted,
} from '../store/challenge-rows.ts';
import { deleteUnverifiedFactors, findFactor, updateFactor } from '../store/factor-rows.ts';
import { endWeakerSessions } from '../store/session-levels.ts';
import { type KeyProof, readKeyProof, verifyKey } from '../webauthn/verify-key.ts';

export interface Proof {
  factorId: string;
  challengeId: string;
  /** The digits somebody typed in, or what their security key answered. */
  proof: { code: string } | KeyProof;
}

/** A proof, and what the provider of text messages says of its digits. */
export interface JudgedProof extends Proof {
  judgement: Judgement;
}

/**
 * Takes the proof of a second factor: the session rises to aal2 and gets new tokens, the user's sessions without such a
 * proof end, and a factor that was being enrolled counts from now on. Throws `mfa_factor_not_found`,
 * `mfa_…_verify_not_enabled`, `mfa_challenge_expired`, `mfa_ip_address_mismatch`, `mfa_verification_failed`, and for
 * security keys `validation_failed`, `webauthn_verification_failed`.
 */
export async function verifyFactor(
  context: AuthContext,
  tx: Transaction,
  { user, session }: FactorActor,
  { factorId, challengeId, proof, judgement }: JudgedProof,
): Promise<SessionBody> {
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  checkVerificationEnabled(factor.factor_type, context.settings);
  const challenge = await openChallenge(context, tx, factor, challengeId);
  const provedId = await checkProof(context, tx, factor, challenge, { proof, judgement });
  if (factor.status === 'unverified') await finishEnrolment(context, tx, user, factor);
  await audit(context, tx, 'verification_attempted', user, { factor_id: factor.id });
  const body = await raiseSession(context, tx, user, session.id, {
    method: METHODS[factor.factor_type],
    aal: 'aal2',
    factorId: provedId,
  });
  await endWeakerSessions(tx, user.id);
  return body;
}

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const;

/** Judges a proof, once. Returns the id of the factor that was proved. */
async function checkProof(
  context: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challenge: ChallengeRow,
  { proof, judgement }: Pick<JudgedProof, 'proof' | 'judgement'>,
): Promise<string> {
  if (factor.factor_type === 'webauthn') {
    await deleteChallenge(tx, challenge.id);
    if ('code' in proof)
      throw new AuthError('validation_failed', 'WebAuthn config required', { keepChanges: true });
    return verifyKey(context, tx, factor, challenge.web_authn_session_data?.challenge ?? '', proof);
  }
  const accepted = await checkCode(context, tx, factor, challenge, { code: codeOf(proof), judgement });
  await markVerified(tx, context.now, challenge.id, accepted);
  return factor.id;
}

function codeOf(proof: Proof['proof']): string {
  return 'code' in proof ? proof.code : '';
}

/**
 * Asks the provider about the code of a phone, where it makes the codes itself: while no transaction is open. Throws what
 * `verifyFactor` throws before it looks at the code, and what asking throws.
 */
export async function judgeProof(
  context: AuthContext,
  { user }: FactorActor,
  { factorId, challengeId, proof }: Proof,
): Promise<Judgement> {
  if (!makesOwnCodes(context)) return null;
  const phone = await context.db.transaction(async (tx) => {
    const factor = await findFactor(tx, user.id, factorId);
    if (factor?.factor_type !== 'phone') return null;
    checkVerificationEnabled(factor.factor_type, context.settings);
    await openChallenge(context, tx, factor, challengeId);
    return factor.phone;
  });
  return phone === null ? null : judgeCode(context, phone, codeOf(proof));
}

/**
 * Where the project wants to know, tells it whether a code is right before anything comes of it. Security keys are not told of. Throws
 * what `verifyFactor` throws before it looks at the code, and what the project refuses with.
 */
export async function announceAttempt(
  context: AuthContext,
  { user }: FactorActor,
  { factorId, challengeId, proof, judgement }: JudgedProof,
): Promise<void> {
  if (context.settings.hooks.mfa_verification_attempt === undefined) return;
  const attempt = await context.db.transaction(async (tx) => {
    const factor = await findFactor(tx, user.id, factorId);
    if (!factor || factor.factor_type === 'webauthn') return null;
    checkVerificationEnabled(factor.factor_type, context.settings);
    const challenge = await openChallenge(context, tx, factor, challengeId);
    return {
      factor,
      valid: await fitsCode(context, tx, factor, challenge, { code: codeOf(proof), judgement }),
    };
  });
  if (attempt !== null) await factorAttempt(context, attempt.factor, attempt.valid);
}

async function fitsCode(...given: Parameters<typeof checkCode>): Promise<boolean> {
  try {
    await checkCode(...given);
    return true;
  } catch (error) {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') return false;
    throw error;
  }
}

async function finishEnrolment(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  factor: FactorRow,
): Promise<void> {
  await updateFactor(tx, context.now, factor.id, { status: 'verified' });
  await deleteUnverifiedFactors(tx, factor.user_id, { type: factor.factor_type });
  notify(context, tx, 'mfa_factor_enrolled', user, { FactorType: factor.factor_type });
}

/** The body of `POST /factors/{id}/verify`. Throws `validation_failed`. */
export function readProof(factorId: string, body: Fields): Proof {
  const challengeId = body.text('challenge_id') ?? '';
  if (!isUuid(challengeId)) throw new AuthError('validation_failed', 'challenge_id must be an UUID');
  const proof = body.has('webauthn') ? readKeyProof(body) : { code: body.text('code')?.trim() ?? '' };
  return { factorId, challengeId: challengeId.toLowerCase(), proof };
}

/**
 * The challenge a proof answers: of this factor, to this client, not answered and not too old. Throws
 * `mfa_factor_not_found` (422), `mfa_ip_address_mismatch`, `mfa_challenge_expired`.
 */
async function openChallenge(
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

/**
 * Checks the digits somebody typed in. Returns what to note with the challenge, so that the same digits are not taken a
 * second time. The factor's row must be locked. Throws `mfa_verification_failed`.
 */
async function checkCode(
  { now }: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challenge: ChallengeRow,
  { code, judgement }: { code: string; judgement: Judgement },
): Promise<string> {
  if (factor.factor_type === 'phone') {
    if (fitsJudged(challenge.otp_code, factor.phone ?? '', code, judgement)) return '';
    throw new AuthError('mfa_verification_failed', 'Invalid MFA Phone code entered');
  }
  const step = matchTotp(factor.secret ?? '', code, now.getTime());
  if (step === null) throw new AuthError('mfa_verification_failed', 'Invalid TOTP code entered');
  const accepted = `step ${step}`;
  if (await wasAccepted(tx, factor.id, accepted)) {
    const message = 'This TOTP code was used already. Wait for the next one.';
    throw new AuthError('mfa_verification_failed', message);
  }
  return accepted;
}
