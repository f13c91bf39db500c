import { randomUUID } from 'node:crypto';
import { identityData } from '../accounts/identity-data.ts';
import type { AuthContext } from '../auth-context.ts';
import type { PresentedUser } from '../present/present-user.ts';
import { isoTime } from '../store/times.ts';
import type { Address } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';

/** Looks like a user who has just been sent a message. Nobody is. Only the empty list of identities says so. */
export function madeUpUser({ now }: AuthContext, address: Address, data: JsonObject): PresentedUser {
  const id = randomUUID();
  // As the database would write it.
  const time = isoTime(
    now
      .toISOString()
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '+00'),
  );
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address.kind === 'email' ? address.value : '',
    phone: address.kind === 'phone' ? address.value : '',
    confirmation_sent_at: time,
    app_metadata: { provider: address.kind, providers: [address.kind] },
    user_metadata: { ...data, ...identityData(id, address, false) },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}
