import type { IdentityRow } from '../store/identities.ts';
import { isoTime } from '../store/times.ts';
import { time } from './optional-time.ts';

/** An identity as clients see it: `id` is the provider's. */
export function presentIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at && isoTime(identity.last_sign_in_at),
    ...time('created_at', identity.created_at),
    ...time('updated_at', identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  };
}
