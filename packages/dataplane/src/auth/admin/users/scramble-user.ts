import { createHash } from 'node:crypto';
import type { IdentityRow } from '../../store/identities.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';

const PHONE_LENGTH = 15;

/**
 * What is left of a user who was deleted softly: the id, to which other rows refer, and values that cannot be read back
 * but are still unique.
 */
export function scrambledUser(user: UserRow, now: Date): UserChanges {
  const hide = (text: string | null) => (text ? scramble(user.id, text) : text);
  const hidePhone = (text: string | null) => hide(text)?.slice(0, PHONE_LENGTH) ?? text;
  return {
    email: hide(user.email),
    phone: hidePhone(user.phone),
    email_change: hide(user.email_change),
    phone_change: hidePhone(user.phone_change),
    encrypted_password: '',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    phone_change_token: '',
    reauthentication_token: '',
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    deleted_at: now.toISOString(),
  };
}

/** The provider's id of a deleted user's identity: the person can come back as a new user. */
export function scrambledProviderId(identity: Pick<IdentityRow, 'user_id' | 'provider_id'>): string {
  return scramble(identity.user_id, identity.provider_id);
}

function scramble(userId: string, text: string): string {
  return createHash('sha256').update(`${userId}${text}`).digest('base64url');
}
