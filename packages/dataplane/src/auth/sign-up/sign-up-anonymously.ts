import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { SessionBody } from '../present/present-session.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import { insertUser } from '../store/users.ts';
import type { JsonObject } from '../wire/read-body.ts';

/** A new user without any address, signed in. Throws `signup_disabled`, `anonymous_provider_disabled`. */
export async function signUpAnonymously(context: AuthContext, data: JsonObject): Promise<SessionBody> {
  const { settings, db, now } = context;
  if (settings.disable_signup) throw new AuthError('signup_disabled');
  if (!settings.external_anonymous_users_enabled) throw new AuthError('anonymous_provider_disabled');
  limitClient(context, 'anonymous');
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, now, { is_anonymous: true, raw_user_meta_data: data });
    await audit(context, tx, 'user_signedup', user, { provider: 'anonymous' });
    return issueSession(context, tx, user, { method: 'anonymous' });
  });
}
