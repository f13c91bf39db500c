import { asRegistration, authenticatorName, creationOptions } from '@basalt/network/webauthn';
import type { ActorContext } from '../access/require-user.ts';
import { AuthError } from '../errors/auth-error.ts';
import { audit } from '../store/audit-log.ts';
import type { Executor } from '../store/run-transaction.ts';
import { findUserById } from '../store/users.ts';
import { credentialOwner, invalidResponse, verifyRegistration } from '../webauthn/ceremonies.ts';
import { relyingParty } from '../webauthn/relying-party.ts';
import { type BegunCeremony, beginCeremony, takeChallenge } from './challenge-life.ts';
import type { CeremonyAnswer } from './read-ceremony.ts';
import { checkProvedFactor } from './require-passkey-actor.ts';
import { insertPasskey, listCredentialIds, type PasskeyRow } from './store/passkey-rows.ts';

const PASSKEYS_AT_MOST = 10;
const UNIQUE_VIOLATION = '23505';

/** Begins to make a passkey. Throws `validation_failed`, `insufficient_aal`, `too_many_passkeys`. */
export async function beginRegistration(context: ActorContext): Promise<BegunCeremony> {
  const { db, settings, actor } = context;
  const { user } = actor;
  await checkMayRegister(context, db);
  const known = await listCredentialIds(db, user.id);
  return beginCeremony(context, db, { type: 'registration', userId: user.id }, (challenge) => ({
    ...creationOptions(relyingParty(settings), credentialOwner(user), challenge, known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
  }));
}

/**
 * Takes a new passkey of the user. Throws what `beginRegistration` throws, `webauthn_challenge_…`,
 * `webauthn_verification_failed`, `webauthn_credential_exists`.
 */
export async function finishRegistration(
  context: ActorContext,
  { challengeId, credential }: CeremonyAnswer,
): Promise<PasskeyRow> {
  const { db, now, settings } = context;
  const { user } = context.actor;
  await checkMayRegister(context, db);
  const challenge = await takeChallenge(context, { id: challengeId, type: 'registration', userId: user.id });
  const response = asRegistration(credential);
  if (!response) throw invalidResponse();
  const verified = await verifyRegistration(relyingParty(settings), challenge, response);
  return db.transaction(async (tx) => {
    // Two requests at once must not get past the limit together.
    await findUserById(tx, user.id, { lock: true });
    await checkMayRegister(context, tx);
    const passkey = await insertPasskey(tx, now, {
      userId: user.id,
      name: authenticatorName(verified.aaguid),
      credential: verified,
    }).catch(rethrowKnown);
    await audit(context, tx, 'passkey_created', user, { passkey_id: passkey.id });
    return passkey;
  });
}

async function checkMayRegister(context: ActorContext, db: Executor): Promise<void> {
  const { user } = context.actor;
  if (user.is_sso_user)
    throw new AuthError('validation_failed', 'SSO users cannot register passkeys', { status: 422 });
  await checkProvedFactor(context, db);
  const known = await listCredentialIds(db, user.id);
  if (known.length >= PASSKEYS_AT_MOST) throw new AuthError('too_many_passkeys');
}

function rethrowKnown(error: unknown): never {
  if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
  throw new AuthError('webauthn_credential_exists', undefined, { cause: error });
}
