import { AuthError } from '../errors/auth-error.ts';
import { type Fields, isUuid, type JsonObject } from '../wire/read-body.ts';

/** How a client ends a ceremony. */
export interface CeremonyAnswer {
  challengeId: string;
  credential: JsonObject;
}

/** Throws `validation_failed`. */
export function readCeremony(body: Fields): CeremonyAnswer {
  const challengeId = body.text('challenge_id');
  if (!challengeId) throw new AuthError('validation_failed', 'challenge_id is required');
  if (!isUuid(challengeId)) throw new AuthError('validation_failed', 'challenge_id must be a valid UUID');
  const credential = body.object('credential');
  if (!credential) throw new AuthError('validation_failed', 'credential is required');
  return { challengeId: challengeId.toLowerCase(), credential };
}

const NAME_AT_MOST = 120;

/** The new name of a passkey: 1 to 120 bytes. Throws `validation_failed`. */
export function readName(body: Fields): string {
  const name = body.text('friendly_name')?.trim();
  if (!name) throw new AuthError('validation_failed', 'friendly_name is required');
  if (Buffer.byteLength(name) > NAME_AT_MOST)
    throw new AuthError('validation_failed', `friendly_name must be ${NAME_AT_MOST} characters or less`);
  return name;
}
