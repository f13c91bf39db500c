import { asAssertion, requestOptions, userHandle } from '@basalt/network/webauthn';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { SessionBody } from '../present/present-session.ts';
import { isBanned } from '../sessions/auth-method.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { invalidResponse, verificationFailed, verifyAssertion } from '../webauthn/ceremonies.ts';
import { relyingParty } from '../webauthn/relying-party.ts';
import { type BegunCeremony, beginCeremony, takeChallenge } from './challenge-life.ts';
import type { CeremonyAnswer } from './read-ceremony.ts';
import { lockPasskey, notePasskeyUse } from './store/passkey-rows.ts';

/** Begins to sign somebody in, without knowing whom: the authenticator says it. */
export function beginSignIn(context: AuthContext): Promise<BegunCeremony> {
  const party = relyingParty(context.settings);
  return beginCeremony(context, context.db, { type: 'authentication', userId: null }, (challenge) =>
    requestOptions(party, challenge),
  );
}

/**
 * Signs in whoever the passkey belongs to. Only who holds it learns more than `webauthn_verification_failed`:
 * `user_banned`, `email_not_confirmed`, `phone_not_confirmed`, each with 403.
 */
export async function finishSignIn(
  context: AuthContext,
  { challengeId, credential }: CeremonyAnswer,
): Promise<SessionBody> {
  const challenge = await takeChallenge(context, { id: challengeId, type: 'authentication', userId: null });
  const assertion = asAssertion(credential);
  if (!assertion?.response.userHandle) throw invalidResponse();
  const party = relyingParty(context.settings);
  return context.db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, Buffer.from(assertion.id, 'base64url'));
    if (!passkey || assertion.response.userHandle !== userHandle(passkey.user_id)) throw verificationFailed();
    const use = await verifyAssertion(party, challenge, assertion, passkey.credential);
    await notePasskeyUse(tx, context.now, passkey.id, use);
    const user = await findUserById(tx, passkey.user_id);
    if (!user || user.deleted_at) throw verificationFailed();
    checkMaySignIn(context, user);
    await audit(context, tx, 'login', user, { provider: 'passkey' });
    return issueSession(context, tx, user, { method: 'passkey' });
  });
}

function checkMaySignIn({ now, settings }: AuthContext, user: UserRow): void {
  const refused = { status: 403, keepChanges: true };
  if (isBanned(user, now)) throw new AuthError('user_banned', undefined, refused);
  if (user.email_confirmed_at || user.phone_confirmed_at) return;
  if (user.email && !settings.mailer_allow_unverified_email_sign_ins)
    throw new AuthError('email_not_confirmed', undefined, refused);
  if (!user.email && user.phone) throw new AuthError('phone_not_confirmed', undefined, refused);
}
