import { AuthError } from '../../errors/auth-error.ts';
import type { Fields } from '../../wire/read-body.ts';
import { isUuid } from '../../wire/uuid.ts';
import type { Proof } from './verify-factor.ts';

/** The body of `POST /factors/{id}/verify`. Throws `validation_failed`. */
export function readProof(factorId: string, body: Fields): Proof {
  const challengeId = body.text('challenge_id') ?? '';
  if (!isUuid(challengeId)) throw new AuthError('validation_failed', 'challenge_id must be an UUID');
  if (body.has('webauthn')) throw new AuthError('mfa_webauthn_verify_not_enabled');
  return { factorId, challengeId: challengeId.toLowerCase(), code: body.text('code')?.trim() ?? '' };
}
