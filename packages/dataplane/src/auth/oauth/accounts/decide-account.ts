import type { ProviderProfile } from '../providers/oauth-provider.ts';

/** What the database knows of the person who comes from a provider. */
export interface KnownAccounts {
  /** The user who has this very identity already. */
  identityOwner: string | null;
  /** The user whose address is the profile's, confirmed or not. */
  emailOwner: string | null;
}

export type AccountDecision =
  | { kind: 'sign-in'; userId: string }
  | { kind: 'link'; userId: string }
  | { kind: 'create' }
  | { kind: 'refuse'; reason: 'no-email' | 'address-taken' };

/**
 * Whose account a person from a provider gets. An identity that is known decides alone. Otherwise a verified address
 * leads to the account that has it; an address that is not verified never leads to somebody's account.
 */
export function decideAccount(
  profile: Pick<ProviderProfile, 'email' | 'emailVerified'>,
  { identityOwner, emailOwner }: KnownAccounts,
  emailOptional: boolean,
): AccountDecision {
  if (identityOwner !== null) return { kind: 'sign-in', userId: identityOwner };
  if (profile.email === null && !emailOptional) return { kind: 'refuse', reason: 'no-email' };
  if (profile.email === null || emailOwner === null) return { kind: 'create' };
  return profile.emailVerified
    ? { kind: 'link', userId: emailOwner }
    : { kind: 'refuse', reason: 'address-taken' };
}
