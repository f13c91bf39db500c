import type { Address } from '../wire/address.ts';

/** What the identity of an address says; the user's metadata repeats it. */
export function identityData(userId: string, address: Address, verified: boolean): Record<string, unknown> {
  return {
    sub: userId,
    [address.kind]: address.value,
    email_verified: address.kind === 'email' && verified,
    phone_verified: address.kind === 'phone' && verified,
  };
}
