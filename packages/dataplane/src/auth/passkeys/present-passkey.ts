import { time } from '../present/present-user.ts';
import { isoTime } from '../store/write-row.ts';
import type { PasskeyRow } from './store/passkey-rows.ts';

/** A passkey that was just made, as clients see it. */
export function presentNewPasskey({ id, friendly_name, created_at }: PasskeyRow): Record<string, unknown> {
  return { id, ...(friendly_name ? { friendly_name } : {}), created_at: isoTime(created_at) };
}

/** A passkey in a list. */
export function presentPasskey(passkey: PasskeyRow): Record<string, unknown> {
  return { ...presentNewPasskey(passkey), ...time('last_used_at', passkey.last_used_at) };
}
