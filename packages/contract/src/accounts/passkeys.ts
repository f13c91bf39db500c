import * as z from 'zod';
import { displayName } from '../shared/names.ts';

/** A passkey of an account of the dashboard. */
export const accountPasskey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type AccountPasskey = z.infer<typeof accountPasskey>;

export const passkeyId = z.uuid('is not the id of a passkey');

/** A ceremony that was begun: what `navigator.credentials` is asked with, as JSON. The browser keeps `flow` until it is finished. */
export const begunCeremony = z.object({ flow: z.string(), options: z.record(z.string(), z.unknown()) });

const flow = z.string().max(4_000);
const bytes = (atMost: number) => z.base64url().min(1).max(atMost);
/** No more than authenticators make (WebAuthn, 5.8.3 and 4): longer ones are made up. */
const credentialId = bytes(1_364);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** What `navigator.credentials.get` gave, as JSON. What else browsers tell is not looked at. */
export const passkeyUse = z.strictObject({
  flow,
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(4_000),
      userHandle: bytes(200).nullish(),
    }),
  }),
});
export type PasskeyUse = z.infer<typeof passkeyUse>;

/** What `navigator.credentials.create` gave, as JSON. */
export const newPasskey = z.strictObject({
  flow,
  /** Left out: by the authenticator that made it. */
  name: displayName.optional(),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8_000),
      attestationObject: bytes(64_000),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;
