import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import type { Executor } from './run-transaction.ts';
import { INSTANCE_ID, type UserRow } from './user-row.ts';
import { insertRow } from './write-row.ts';

/** What can stand in the log, with the kind of thing it is about. */
const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  users_imported: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  token_revoked: 'token',
  identity_linked: 'user',
  identity_unlinked: 'user',
  oauth_client_created: 'team',
  oauth_client_updated: 'team',
  oauth_client_deleted: 'team',
  oauth_consent_granted: 'user',
  oauth_consent_revoked: 'user',
  custom_provider_created: 'team',
  custom_provider_updated: 'team',
  custom_provider_deleted: 'team',
  sso_provider_created: 'team',
  sso_provider_updated: 'team',
  sso_provider_deleted: 'team',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  mfa_code_login: 'factor',
} as const;
export type AuditAction = keyof typeof LOG_TYPES;

/** Writes an entry into `auth.audit_log_entries`. `traits` say more; never put a secret there. */
export async function audit(
  context: AuthContext,
  db: Executor,
  action: AuditAction,
  actor: Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user'> | null,
  traits?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await insertRow(db, 'audit_log_entries', {
    instance_id: INSTANCE_ID,
    id: randomUUID(),
    payload: {
      action,
      actor_id: actor?.id ?? INSTANCE_ID,
      actor_username: actor ? actor.email || actor.phone || '' : 'service_role',
      actor_via_sso: actor?.is_sso_user ?? false,
      log_type: LOG_TYPES[action],
      ...(traits ? { traits } : {}),
    },
    created_at: context.now.toISOString(),
    ip_address: context.ip.slice(0, 64),
  });
}
