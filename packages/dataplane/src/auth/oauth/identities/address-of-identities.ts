import type { IdentityRow } from '../../store/identities.ts';

type Known = Pick<IdentityRow, 'email' | 'identity_data'>;

/** Whether only this identity stands for the user's address. Addresses that came without an identity stay. */
export function addressGoesWith(
  identity: Pick<Known, 'email'>,
  address: string | null,
  remaining: readonly Pick<Known, 'email'>[],
): boolean {
  const present = address?.toLowerCase() ?? null;
  if (present === null || identity.email !== present) return false;
  return !remaining.some(({ email }) => email === present);
}

/** The first verified address among the identities (the oldest first), null when there is none. */
export function nextAddress(identities: readonly Known[]): string | null {
  return identities.find(({ identity_data }) => identity_data.email_verified === true)?.email ?? null;
}
